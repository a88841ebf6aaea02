/* Stands between the station and the disk (LD_PRELOAD): records every write, sync, truncation, removal and
   renaming of the files under DS_FOLDER into DS_TRACE, and lets the n-th write or sync of the log fail.

   A record: one byte what, 8 bytes offset, 4 bytes length of the path, 4 bytes length of the data, path, data;
   numbers as the machine has them. DS_FAIL is "write" or "sync", DS_FAIL_AT the first call of that kind that
   fails, DS_FAIL_WITH the errno. From then on all calls of that kind fail, as on a full disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FDS 4096
static char *paths[FDS];
static int trace = -1, ready = 0, calls = 0;
static const char *folder, *fail_kind;
static int fail_at = 0, fail_with = 0;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void begin(void) {
    if (ready) return;
    ready = 1;
    folder = getenv("DS_FOLDER");
    fail_kind = getenv("DS_FAIL");
    if (getenv("DS_FAIL_AT")) fail_at = atoi(getenv("DS_FAIL_AT"));
    if (getenv("DS_FAIL_WITH")) fail_with = atoi(getenv("DS_FAIL_WITH"));
    if (getenv("DS_TRACE"))
        trace = REAL(open)(getenv("DS_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ours(const char *path) {
    if (!folder || !path) return 0;
    size_t length = strlen(folder);
    int is_folder = strlen(path) == length - 1 && !strncmp(path, folder, length - 1);
    return is_folder || !strncmp(path, folder, length);
}

static int is_log(const char *path) {
    const char *name = strrchr(path, '/');
    return name && (!strcmp(name, "/log.db") || !strcmp(name, "/log.db-wal") || !strcmp(name, "/log.db-journal"));
}

static void record(char what, const char *path, int64_t offset, const void *data, uint32_t length) {
    if (trace < 0) return;
    int saved = errno;
    uint32_t named = strlen(path);
    struct iovec parts[] = {{&what, 1}, {&offset, 8}, {&named, 4}, {&length, 4},
                            {(void *)path, named}, {(void *)data, length}};
    if (REAL(writev)(trace, parts, 6) < 0) abort();
    errno = saved;
}

static int fails(const char *kind, const char *path) {
    if (!fail_kind || strcmp(kind, fail_kind) || !is_log(path) || ++calls < fail_at) return 0;
    errno = fail_with;
    return 1;
}

static int opened(int fd, const char *path, int flags) {
    if (fd < 0 || fd >= FDS) return fd;
    free(paths[fd]);
    paths[fd] = ours(path) ? strdup(path) : NULL;
    if (paths[fd] && (flags & O_TRUNC)) record('T', path, 0, "", 0);
    return fd;
}

#define OPENING(name)                                         \
    int name(const char *path, int flags, ...) {              \
        begin();                                              \
        va_list more;                                         \
        va_start(more, flags);                                \
        mode_t mode = va_arg(more, mode_t);                   \
        va_end(more);                                         \
        return opened(REAL(name)(path, flags, mode), path, flags); \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                      \
    int name(int at, const char *path, int flags, ...) {      \
        begin();                                              \
        va_list more;                                         \
        va_start(more, flags);                                \
        mode_t mode = va_arg(more, mode_t);                   \
        va_end(more);                                         \
        return opened(REAL(name)(at, path, flags, mode), path, flags); \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int fd) {
    begin();
    if (fd >= 0 && fd < FDS && fd != trace) {
        free(paths[fd]);
        paths[fd] = NULL;
    }
    return REAL(close)(fd);
}

static const char *path_of(int fd) { return fd >= 0 && fd < FDS ? paths[fd] : NULL; }

ssize_t write(int fd, const void *data, size_t length) {
    begin();
    const char *path = path_of(fd);
    if (!path) return REAL(write)(fd, data, length);
    if (fails("write", path)) return -1;
    off_t offset = lseek(fd, 0, SEEK_CUR);
    if (fcntl(fd, F_GETFL) & O_APPEND) offset = lseek(fd, 0, SEEK_END);
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0) record('W', path, offset, data, done);
    return done;
}

#define WRITING(name)                                                           \
    ssize_t name(int fd, const void *data, size_t length, off_t offset) {       \
        begin();                                                                \
        const char *path = path_of(fd);                                         \
        if (path && fails("write", path)) return -1;                            \
        ssize_t done = REAL(name)(fd, data, length, offset);                    \
        if (path && done > 0) record('W', path, offset, data, done);            \
        return done;                                                            \
    }
WRITING(pwrite)
WRITING(pwrite64)

#define SYNCING(name)                                   \
    int name(int fd) {                                  \
        begin();                                        \
        const char *path = path_of(fd);                 \
        if (path && fails("sync", path)) return -1;     \
        int done = REAL(name)(fd);                      \
        if (path && !done) record('S', path, 0, "", 0); \
        return done;                                    \
    }
SYNCING(fsync)
SYNCING(fdatasync)

#define CUTTING(name)                                      \
    int name(int fd, off_t size) {                         \
        begin();                                           \
        const char *path = path_of(fd);                    \
        int done = REAL(name)(fd, size);                   \
        if (path && !done) record('T', path, size, "", 0); \
        return done;                                       \
    }
CUTTING(ftruncate)
CUTTING(ftruncate64)

int unlink(const char *path) {
    begin();
    int done = REAL(unlink)(path);
    if (!done && ours(path)) record('U', path, 0, "", 0);
    return done;
}

int rename(const char *from, const char *to) {
    begin();
    int done = REAL(rename)(from, to);
    if (!done && ours(to)) record('R', from, 0, to, strlen(to));
    return done;
}
