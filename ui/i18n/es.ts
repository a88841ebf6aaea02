<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es">
<context>
    <name>dealer</name>
    <message>
        <source>or draw the next card</source>
        <translation>o saque la carta siguiente</translation>
    </message>
    <message>
        <source>fewer cards wait here than the answer is about: look at the screen again</source>
        <translation>esperan menos cartas que las de la respuesta: mire la pantalla otra vez</translation>
    </message>
    <message>
        <source>Was the call made before this card?</source>
        <translation>¿Se cerraron las apuestas antes de esta carta?</translation>
    </message>
    <message>
        <source>Was the call made before these {count} cards?</source>
        <translation>¿Se cerraron las apuestas antes de estas {count} cartas?</translation>
    </message>
    <message>
        <source>Was this done before the card?</source>
        <translation>¿Se hizo esto antes de la carta?</translation>
    </message>
    <message>
        <source>Was this done before these {count} cards?</source>
        <translation>¿Se hizo esto antes de estas {count} cartas?</translation>
    </message>
    <message>
        <source>“{call}” was called, with the wagers on the felt</source>
        <translation>se dijo «{call}», con las apuestas del tapete</translation>
    </message>
    <message>
        <source>“{call}” was called, with the same wagers</source>
        <translation>se dijo «{call}», con las mismas apuestas</translation>
    </message>
    <message>
        <source>{where}: war, no {wager}</source>
        <translation>{where}: guerra, sin {wager}</translation>
    </message>
    <message>
        <source>The taps count as made, and the card lies where it was due.</source>
        <translation>Los toques valen como hechos, y la carta está donde tocaba.</translation>
    </message>
    <message>
        <source>The card came too early: somebody rules on it.</source>
        <translation>La carta salió demasiado pronto: alguien decide sobre ella.</translation>
    </message>
    <message>
        <source>ONE QUESTION</source>
        <translation>UNA PREGUNTA</translation>
    </message>
    <message>
        <source>You answer this yourself. Nobody signs.</source>
        <translation>Responda usted. No firma nadie.</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NO</translation>
    </message>
    <message>
        <source>nobody is asked about a card now: look at the screen again</source>
        <translation>ahora no se pregunta por ninguna carta: mire la pantalla otra vez</translation>
    </message>
    <message>
        <source>The dealer said that only a tap was missing before the card</source>
        <translation>El crupier dijo que antes de la carta solo faltaba un toque</translation>
    </message>
    <message>
        <source>The dealer said that the card came too early</source>
        <translation>El crupier dijo que la carta salió demasiado pronto</translation>
    </message>
    <message>
        <source>You say that only a tap was missing before the card.</source>
        <translation>Usted dice que antes de la carta solo faltaba un toque.</translation>
    </message>
    <message>
        <source>You say that the card came too early.</source>
        <translation>Usted dice que la carta salió demasiado pronto.</translation>
    </message>
    <message>
        <source>All {count} cards are the next ones out</source>
        <translation>Las {count} cartas son las próximas que salen</translation>
    </message>
    <message>
        <source>Both cards are the next ones out</source>
        <translation>Las dos cartas son las próximas que salen</translation>
    </message>
    <message>
        <source>Both cards, seen, are the next ones out</source>
        <translation>Las dos cartas, vistas, son las próximas que salen</translation>
    </message>
    <message>
        <source>The taps count as made, and the cards lie where they were due.</source>
        <translation>Los toques valen como hechos, y las cartas están donde tocaba.</translation>
    </message>
    <message>
        <source>The cards came too early: somebody rules on them.</source>
        <translation>Las cartas salieron demasiado pronto: alguien decide sobre ellas.</translation>
    </message>
    <message>
        <source>All {count} cards, seen, are the next ones out</source>
        <translation>Las {count} cartas, vistas, son las próximas que salen</translation>
    </message>
    <message>
        <source>they go to the next {count} places, in the order in which they came</source>
        <translation>van a los {count} puestos siguientes, en el orden en que salieron</translation>
    </message>
    <message>
        <source>in the order in which they came: {places}</source>
        <translation>en el orden en que salieron: {places}</translation>
    </message>
    <message>
        <source>in the order in which they came: {places}, {count} more after that</source>
        <translation>en el orden en que salieron: {places}, después {count} más</translation>
    </message>
    <message>
        <source>a burn</source>
        <translation>una quema</translation>
    </message>
    <message>
        <source>the dealer</source>
        <translation>el crupier</translation>
    </message>
    <message>
        <source>fewer cards wait here than were ruled on: look at the screen again</source>
        <translation>esperan menos cartas que las decididas: mire la pantalla otra vez</translation>
    </message>
    <message>
        <source>each of these cards needs a ruling of its own</source>
        <translation>cada una de estas cartas necesita su propia decisión</translation>
    </message>
    <message>
        <source>The words to say are good practice. The book has none.</source>
        <translation>Las palabras son buena práctica. El reglamento no tiene ninguna.</translation>
    </message>
    <message>
        <source>{wager} {amount} on {spots}</source>
        <translation>{wager} {amount} en {spots}</translation>
    </message>
    <message>
        <source>Touch: a card</source>
        <translation>Toque: carta</translation>
    </message>
    <message>
        <source>End the shift</source>
        <translation>Terminar el turno</translation>
    </message>
    <message>
        <source>END THE SHIFT</source>
        <translation>TERMINAR EL TURNO</translation>
    </message>
    <message>
        <source>The shift is dealt in a window of its own.</source>
        <translation>El turno se reparte en su propia ventana.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nada</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Sale</translation>
    </message>
    <message>
        <source>The signs on the felt</source>
        <translation>Los signos del tapete</translation>
    </message>
    <message>
        <source>the order of settlement</source>
        <translation>el orden de liquidación</translation>
    </message>
    <message>
        <source>what is to be done now</source>
        <translation>lo que hay que hacer ahora</translation>
    </message>
    <message>
        <source>Night from</source>
        <translation>Noche desde</translation>
    </message>
    <message>
        <source>Night until</source>
        <translation>Noche hasta</translation>
    </message>
    <message>
        <source>Sound at night</source>
        <translation>Sonido de noche</translation>
    </message>
    <message>
        <source>low</source>
        <translation>bajo</translation>
    </message>
    <message>
        <source>no sound</source>
        <translation>sin sonido</translation>
    </message>
    <message>
        <source>My screen</source>
        <translation>Mi pantalla</translation>
    </message>
    <message>
        <source>These are yours at this table. They come back when you sign in.</source>
        <translation>Son suyos en esta mesa. Vuelven cuando usted entra.</translation>
    </message>
    <message>
        <source>Finish this round. It is the last one before the shuffle.</source>
        <translation>Termine esta ronda. Es la última antes de barajar.</translation>
    </message>
    <message>
        <source>Tap, or deal the next card.</source>
        <translation>Toque, o reparta la carta siguiente.</translation>
    </message>
    <message>
        <source>ASK</source>
        <translation>PREGUNTE</translation>
    </message>
    <message>
        <source>CHANGE</source>
        <translation>CAMBIE</translation>
    </message>
    <message>
        <source>CHECK</source>
        <translation>COMPRUEBE</translation>
    </message>
    <message>
        <source>COLLECT</source>
        <translation>RECOJA</translation>
    </message>
    <message>
        <source>COMPLETE THE CUT</source>
        <translation>COMPLETE EL CORTE</translation>
    </message>
    <message>
        <source>CONFIRM</source>
        <translation>CONFIRME</translation>
    </message>
    <message>
        <source>COUNT</source>
        <translation>CUENTE</translation>
    </message>
    <message>
        <source>COVER</source>
        <translation>CUBRA</translation>
    </message>
    <message>
        <source>CUT</source>
        <translation>CORTE</translation>
    </message>
    <message>
        <source>Dealer has {rank}</source>
        <translation>El crupier tiene {rank}</translation>
    </message>
    <message>
        <source>Dealer's card</source>
        <translation>Carta del crupier</translation>
    </message>
    <message>
        <source>Discard rack</source>
        <translation>Descarte</translation>
    </message>
    <message>
        <source>Do its cards make this hand?</source>
        <translation>¿Forman sus cartas esta mano?</translation>
    </message>
    <message>
        <source>EMPTY</source>
        <translation>VACÍE</translation>
    </message>
    <message>
        <source>Face down, into the discard rack.</source>
        <translation>Boca abajo, al descarte.</translation>
    </message>
    <message>
        <source>HALVE</source>
        <translation>PARTA</translation>
    </message>
    <message>
        <source>INSPECT</source>
        <translation>INSPECCIONE</translation>
    </message>
    <message>
        <source>It follows from the book.</source>
        <translation>Se deduce del reglamento.</translation>
    </message>
    <message>
        <source>LIGHT ON?</source>
        <translation>¿LUZ?</translation>
    </message>
    <message>
        <source>LOAD</source>
        <translation>CARGUE</translation>
    </message>
    <message>
        <source>LOCK</source>
        <translation>CIERRE</translation>
    </message>
    <message>
        <source>Lights on: {where}.</source>
        <translation>Luces encendidas: {where}.</translation>
    </message>
    <message>
        <source>MATCH</source>
        <translation>IGUALE</translation>
    </message>
    <message>
        <source>New cards</source>
        <translation>Cartas nuevas</translation>
    </message>
    <message>
        <source>No more side bets</source>
        <translation>No más apuestas extra</translation>
    </message>
    <message>
        <source>OFFER THE CUT</source>
        <translation>OFREZCA CORTE</translation>
    </message>
    <message>
        <source>One moment, please</source>
        <translation>Un momento, por favor</translation>
    </message>
    <message>
        <source>PICK UP</source>
        <translation>RECOJA</translation>
    </message>
    <message>
        <source>PLUG</source>
        <translation>INTERCALE</translation>
    </message>
    <message>
        <source>PUT BACK</source>
        <translation>DEVUELVA</translation>
    </message>
    <message>
        <source>PUT IN</source>
        <translation>INTRODUZCA</translation>
    </message>
    <message>
        <source>PUT RIGHT</source>
        <translation>CORRIJA</translation>
    </message>
    <message>
        <source>Place your bets, please</source>
        <translation>Hagan sus apuestas</translation>
    </message>
    <message>
        <source>Please look at the cards</source>
        <translation>Miren las cartas</translation>
    </message>
    <message>
        <source>REPLACE</source>
        <translation>REEMPLACE</translation>
    </message>
    <message>
        <source>RIFFLE</source>
        <translation>ENTREMEZCLE</translation>
    </message>
    <message>
        <source>SHOW</source>
        <translation>MUESTRE</translation>
    </message>
    <message>
        <source>SHUFFLE</source>
        <translation>BARAJE</translation>
    </message>
    <message>
        <source>SPIN</source>
        <translation>GIRE LA RUEDA</translation>
    </message>
    <message>
        <source>SPLIT</source>
        <translation>DIVIDA</translation>
    </message>
    <message>
        <source>SPREAD</source>
        <translation>EXTIENDA</translation>
    </message>
    <message>
        <source>STACK</source>
        <translation>APILE</translation>
    </message>
    <message>
        <source>STOP</source>
        <translation>ALTO</translation>
    </message>
    <message>
        <source>STRIP</source>
        <translation>CORTES</translation>
    </message>
    <message>
        <source>Shuffling</source>
        <translation>Se baraja</translation>
    </message>
    <message>
        <source>Spinning the wheel</source>
        <translation>Gira la rueda</translation>
    </message>
    <message>
        <source>TAKE OUT</source>
        <translation>SAQUE</translation>
    </message>
    <message>
        <source>Thank you for the dealers</source>
        <translation>Gracias por la propina</translation>
    </message>
    <message>
        <source>The book can be read in more than one way. This table follows one of the readings.</source>
        <translation>El reglamento se puede leer de más de una manera. Esta mesa sigue una de ellas.</translation>
    </message>
    <message>
        <source>The book can be read two ways.</source>
        <translation>Se puede leer de dos maneras.</translation>
    </message>
    <message>
        <source>The book does not say it in so many words. It follows from what it says in these places.</source>
        <translation>El reglamento no lo dice con esas palabras. Se deduce de lo que dice en estos lugares.</translation>
    </message>
    <message>
        <source>The book does not say.</source>
        <translation>El reglamento no lo dice.</translation>
    </message>
    <message>
        <source>The book does not say. A person with the right title decides.</source>
        <translation>El reglamento no lo dice. Decide una persona con el cargo necesario.</translation>
    </message>
    <message>
        <source>The book leaves it open.</source>
        <translation>El reglamento lo deja abierto.</translation>
    </message>
    <message>
        <source>The book needs this step and does not say how. This house decided.</source>
        <translation>El reglamento necesita este paso y no dice cómo. Lo decidió la casa.</translation>
    </message>
    <message>
        <source>The book says so in these places.</source>
        <translation>El reglamento lo dice en estos lugares.</translation>
    </message>
    <message>
        <source>The book says so.</source>
        <translation>El reglamento lo dice.</translation>
    </message>
    <message>
        <source>The rule: %1</source>
        <translation>La regla: %1</translation>
    </message>
    <message>
        <source>The step</source>
        <translation>El paso</translation>
    </message>
    <message>
        <source>Until the shuffler is ready</source>
        <translation>Hasta que la barajadora esté lista</translation>
    </message>
    <message>
        <source>VALIDATE</source>
        <translation>VALIDE</translation>
    </message>
    <message>
        <source>VERIFY</source>
        <translation>VERIFIQUE</translation>
    </message>
    <message>
        <source>WASH</source>
        <translation>LAVE</translation>
    </message>
    <message>
        <source>Would you like the tie area?</source>
        <translation>¿Quiere la zona de empate?</translation>
    </message>
    <message>
        <source>Would you like to cut?</source>
        <translation>¿Quiere cortar?</translation>
    </message>
    <message>
        <source>Your card, face up</source>
        <translation>Su carta, boca arriba</translation>
    </message>
    <message>
        <source>Your own place</source>
        <translation>Su propio lugar</translation>
    </message>
    <message>
        <source>good practice</source>
        <translation>buena práctica</translation>
    </message>
    <message>
        <source>of {wager} {amount}</source>
        <translation>de {wager} {amount}</translation>
    </message>
    <message>
        <source>pays {amount}.</source>
        <translation>paga {amount}.</translation>
    </message>
    <message>
        <source>{part0} and {part1}</source>
        <translation>{part0} y {part1}</translation>
    </message>
    <message>
        <source>{part0} or {part1}</source>
        <translation>{part0} o {part1}</translation>
    </message>
    <message>
        <source>a departure from the book needs a name: by NAME, who is {title}</source>
        <translation>apartarse del reglamento requiere un nombre: by NOMBRE, que sea {title}</translation>
    </message>
    <message>
        <source>a rule decides spot {name}: report a dispute or a wrong payment</source>
        <translation>una regla fija qué pasa con la casilla {name}: avise de una disputa o de un pago equivocado</translation>
    </message>
    <message>
        <source>Leave the wager of spot {name} off</source>
        <translation>Dejar la casilla {name} sin la apuesta</translation>
    </message>
    <message>
        <source>there are no chips to report: give an amount above zero</source>
        <translation>no hay fichas que comunicar: indique un importe mayor que cero</translation>
    </message>
    <message>
        <source>no chips lie there: say how much, above zero</source>
        <translation>ahí no hay fichas: diga cuánto, más de cero</translation>
    </message>
    <message>
        <source>it is too late to find a report mistaken: cards or chips have followed it. Report a dispute</source>
        <translation>ahora ningún aviso puede declararse equivocado: si después hubo cartas o fichas, avise de una disputa</translation>
    </message>
    <message>
        <source>no {card} lies on the felt</source>
        <translation>no hay ningún {card} sobre el tapete</translation>
    </message>
    <message>
        <source>no {card} lies on the felt: {cards}</source>
        <translation>no hay ningún {card} sobre el tapete: {cards}</translation>
    </message>
    <message>
        <source>no ruling is due: give a reason for stepping in</source>
        <translation>nada espera una decisión: quien interviene dice por qué</translation>
    </message>
    <message>
        <source>an intervention needs a name: by NAME, who is {title}</source>
        <translation>una intervención requiere un nombre: by NOMBRE, que sea {title}</translation>
    </message>
    <message>
        <source>give the name of the person who steps in: by NAME, who is {title}</source>
        <translation>quien interviene da su nombre: by NOMBRE, que es {title}</translation>
    </message>
    <message>
        <source>say which spot: report {kind} SPOT</source>
        <translation>diga qué casilla: report {kind} CASILLA</translation>
    </message>
    <message>
        <source>spot {name} had {amount} on the {wager} at the call: nothing was changed</source>
        <translation>la casilla {name} tenía {amount} en {wager} al cierre: nada cambió</translation>
    </message>
    <message>
        <source>spot {name} had {amount} on the {wager} at the call: report a late or a changed wager</source>
        <translation>la casilla {name} tenía {amount} en {wager} al cierre: informe de una apuesta tardía o cambiada</translation>
    </message>
    <message>
        <source>spot {name} is not settled yet</source>
        <translation>la casilla {name} aún no está liquidada</translation>
    </message>
    <message>
        <source>spot {name} is void and can neither win nor lose: report a wrong payment</source>
        <translation>la casilla {name} está anulada y no puede ganar ni perder: avise de una disputa</translation>
    </message>
    <message>
        <source>the dealer has no card</source>
        <translation>el crupier no tiene carta</translation>
    </message>
    <message>
        <source>The screen shows the right card</source>
        <translation>La pantalla muestra la carta correcta</translation>
    </message>
    <message>
        <source>the {wager} of spot {name} is decided: report that the hand was settled wrongly</source>
        <translation>{wager} de la casilla {name}: ya está decidida; avise de que la mano se liquidó mal</translation>
    </message>
    <message>
        <source>nobody is seated there</source>
        <translation>nadie está sentado ahí</translation>
    </message>
    <message>
        <source>the one that was seen stays</source>
        <translation>la que se vio se queda</translation>
    </message>
    <message>
        <source>The card is keyed in</source>
        <translation>La carta está introducida</translation>
    </message>
    <message>
        <source>nobody said how much</source>
        <translation>nadie dijo cuánto</translation>
    </message>
    <message>
        <source>The excess goes back to spot {name}</source>
        <translation>El exceso vuelve a la casilla {name}</translation>
    </message>
    <message>
        <source>look at the picture</source>
        <translation>mire la imagen</translation>
    </message>
    <message>
        <source>The card goes where it was due</source>
        <translation>La carta va a donde tocaba</translation>
    </message>
    <message>
        <source>it may join the next round</source>
        <translation>puede jugar la próxima ronda</translation>
    </message>
    <message>
        <source>It stays a burn card</source>
        <translation>Sigue siendo carta quemada</translation>
    </message>
    <message>
        <source>it is used where a card is due</source>
        <translation>se usa donde toca una carta</translation>
    </message>
    <message>
        <source>The card is the next one out</source>
        <translation>La carta es la próxima en salir</translation>
    </message>
    <message>
        <source>Card to the rack</source>
        <translation>La carta al descarte</translation>
    </message>
    <message>
        <source>spot {hands}: settled on a card that has changed</source>
        <translation>casilla {hands}: se liquidó con una carta que ha cambiado</translation>
    </message>
    <message>
        <source>the table is closed: open it first</source>
        <translation>la mesa está cerrada: ábrala primero</translation>
    </message>
    <message>
        <source>How much came too late?</source>
        <translation>¿Cuánto llegó tarde?</translation>
    </message>
    <message>
        <source>The dealer's place</source>
        <translation>El puesto del crupier</translation>
    </message>
    <message>
        <source> for {amount} more</source>
        <translation> por {amount} más</translation>
    </message>
    <message>
        <source>"{ruling}" is a remedy of the book: it needs no departure</source>
        <translation>«{ruling}» es un remedio del reglamento: no hace falta apartarse</translation>
    </message>
    <message>
        <source>"{ruling}" cannot be ruled here; possible: {what}</source>
        <translation>"{ruling}" no es una decisión para esto; puede ser {what}</translation>
    </message>
    <message>
        <source>"{what}" is not an amount; write it like 250 or 1250.50</source>
        <translation>«{what}» no es un importe; escríbalo como 250 o 1250.50</translation>
    </message>
    <message>
        <source>"{what}" is not a time; write it like 2026-11-16 21:30</source>
        <translation>"{what}" no es una hora; escríbala como 2026-11-16 21:30</translation>
    </message>
    <message>
        <source>"{what}" is not next. First: {do}</source>
        <translation>"{what}" no es lo siguiente. Primero: {do}</translation>
    </message>
    <message>
        <source>%1 digits</source>
        <translation>%1 cifras</translation>
    </message>
    <message>
        <source>%1 of %2 steps are done</source>
        <translation>%1 de %2 pasos hechos</translation>
    </message>
    <message>
        <source>, and your matching chips</source>
        <translation>, y sus fichas igualadas</translation>
    </message>
    <message>
        <source>, and your {amount}</source>
        <translation>, y sus {amount}</translation>
    </message>
    <message>
        <source>/ search: war, spot 3, Ana …</source>
        <translation>/ buscar: war, spot 3, Ana …</translation>
    </message>
    <message>
        <source>1 to {what:.0f} cards from the back</source>
        <translation>de 1 a {what:.0f} cartas desde atrás</translation>
    </message>
    <message>
        <source>: the chips beside it</source>
        <translation>: las fichas que están al lado</translation>
    </message>
    <message>
        <source>: the chips beside it, and as much again</source>
        <translation>: las fichas que están al lado y otro tanto</translation>
    </message>
    <message>
        <source>: the {amount} beside it</source>
        <translation>: los {amount} que están al lado</translation>
    </message>
    <message>
        <source>: {more}, and the {amount} beside it</source>
        <translation>: {more}, y los {amount} que están al lado</translation>
    </message>
    <message>
        <source>; a full round may need {sum} cards</source>
        <translation>; una ronda completa puede necesitar {sum} cartas</translation>
    </message>
    <message>
        <source>; a {tie_wager} on the war may be placed</source>
        <translation>; se admite {tie_wager} en la guerra</translation>
    </message>
    <message>
        <source>; offer a {tie_wager} on the war</source>
        <translation>; ofrezca {tie_wager} en la guerra</translation>
    </message>
    <message>
        <source>; TAKE your matching chips back</source>
        <translation>; RETIRE sus fichas igualadas</translation>
    </message>
    <message>
        <source>; TAKE your {amount} back</source>
        <translation>; RETIRE sus {amount}</translation>
    </message>
    <message>
        <source>A burn card was seen</source>
        <translation>Se vio una carta quemada</translation>
    </message>
    <message>
        <source>a card face down</source>
        <translation>una carta boca abajo</translation>
    </message>
    <message>
        <source>A card is burned, face down</source>
        <translation>Se ha quemado una carta, boca abajo</translation>
    </message>
    <message>
        <source>A card is damaged</source>
        <translation>Una carta está dañada</translation>
    </message>
    <message>
        <source>A card is due: draw it.</source>
        <translation>Toca una carta: sáquela.</translation>
    </message>
    <message>
        <source>A card lay face up in the shoe</source>
        <translation>Una carta estaba boca arriba en el sabot</translation>
    </message>
    <message>
        <source>A card left the shoe when none was due</source>
        <translation>Salió una carta del sabot sin que tocara</translation>
    </message>
    <message>
        <source>A card lies in the wrong place</source>
        <translation>Una carta está en el lugar equivocado</translation>
    </message>
    <message>
        <source>a card that could not be read</source>
        <translation>una carta que no se pudo leer</translation>
    </message>
    <message>
        <source>A card was burned; its face is sealed</source>
        <translation>Se quemó una carta; su cara está sellada</translation>
    </message>
    <message>
        <source>A card was drawn in error and seen</source>
        <translation>Se sacó una carta por error y se vio</translation>
    </message>
    <message>
        <source>A card was drawn in error, unseen</source>
        <translation>Se sacó una carta por error, sin verse</translation>
    </message>
    <message>
        <source>A card was seen before the cards went into the shoe</source>
        <translation>Se vio una carta antes de cargar el sabot</translation>
    </message>
    <message>
        <source>A card went to an empty spot</source>
        <translation>Una carta fue a una casilla vacía</translation>
    </message>
    <message>
        <source>A casino employee cuts</source>
        <translation>Corta un empleado del casino</translation>
    </message>
    <message>
        <source>A copy of the log was restored on this station</source>
        <translation>Se restauró una copia del registro en esta estación</translation>
    </message>
    <message>
        <source>a cut at {cards} of {stack} cards is not deep enough: {measure_words}</source>
        <translation>un corte a {cards} de {stack} cartas no es bastante profundo: {measure_words}</translation>
    </message>
    <message>
        <source>a departure from the book needs a reason</source>
        <translation>apartarse del reglamento requiere un motivo</translation>
    </message>
    <message>
        <source>A device needs attention</source>
        <translation>Un aparato necesita atención</translation>
    </message>
    <message>
        <source>A device needs attention: {device} {status}</source>
        <translation>Un aparato necesita atención: {device} {status}</translation>
    </message>
    <message>
        <source>A device took its place</source>
        <translation>Un dispositivo ocupó su lugar</translation>
    </message>
    <message>
        <source>A dispute was noted</source>
        <translation>Se anotó una disputa</translation>
    </message>
    <message>
        <source>a device fault</source>
        <translation>un fallo de un aparato</translation>
    </message>
    <message>
        <source>a fault of a device</source>
        <translation>un fallo de un aparato</translation>
    </message>
    <message>
        <source>A hand was settled</source>
        <translation>Se liquidó una mano</translation>
    </message>
    <message>
        <source>A hand was settled wrongly</source>
        <translation>Una mano se liquidó mal</translation>
    </message>
    <message>
        <source>A match play coupon came with this hand: how is it settled?</source>
        <translation>Vino un cupón de match play con esta mano: ¿cómo se liquida?</translation>
    </message>
    <message>
        <source>a dealer's mistake</source>
        <translation>un error del crupier</translation>
    </message>
    <message>
        <source>a mistake of the dealer</source>
        <translation>un error del crupier</translation>
    </message>
    <message>
        <source>A player asked to see the burn card</source>
        <translation>Un jugador pidió ver la carta quemada</translation>
    </message>
    <message>
        <source>A player asks to see the burn card</source>
        <translation>Un jugador pide ver la carta quemada</translation>
    </message>
    <message>
        <source>A player disputes the hand</source>
        <translation>Un jugador reclama la mano</translation>
    </message>
    <message>
        <source>A player left the table</source>
        <translation>Un jugador dejó la mesa</translation>
    </message>
    <message>
        <source>A player stood up during the round</source>
        <translation>Un jugador se levantó durante la ronda</translation>
    </message>
    <message>
        <source>A player touched a card</source>
        <translation>Un jugador tocó una carta</translation>
    </message>
    <message>
        <source>A player who is not seated has a wager</source>
        <translation>Un jugador que no está sentado tiene una apuesta</translation>
    </message>
    <message>
        <source>a round is in play; finish it first</source>
        <translation>hay una ronda en juego; termínela antes</translation>
    </message>
    <message>
        <source>The seal of a card was opened</source>
        <translation>Se abrió el sello de una carta</translation>
    </message>
    <message>
        <source>A second card lay face up: shuffle the shoe?</source>
        <translation>Una segunda carta estaba boca arriba: ¿se baraja el sabot?</translation>
    </message>
    <message>
        <source>A shuffle was asked for, and the book names nobody who may order it</source>
        <translation>Se pidió barajar y el reglamento no dice quién puede ordenarlo</translation>
    </message>
    <message>
        <source>A spot got no card</source>
        <translation>Una casilla no recibió carta</translation>
    </message>
    <message>
        <source>a tap is not enough for this: {do}</source>
        <translation>para esto no basta un toque: {do}</translation>
    </message>
    <message>
        <source>A tied player was not asked</source>
        <translation>No se preguntó a un jugador empatado</translation>
    </message>
    <message>
        <source>A toke is changed for colour</source>
        <translation>Se cambia de color una propina</translation>
    </message>
    <message>
        <source>A toke lies on a tied hand: does it follow the hand?</source>
        <translation>Hay una propina en una mano empatada: ¿sigue a la mano?</translation>
    </message>
    <message>
        <source>A toke was given</source>
        <translation>Dieron una propina</translation>
    </message>
    <message>
        <source>A wager is over the limit</source>
        <translation>Una apuesta supera el límite</translation>
    </message>
    <message>
        <source>A wager was called out</source>
        <translation>Se cantó una apuesta</translation>
    </message>
    <message>
        <source>A wager was called out: is it taken?</source>
        <translation>Se cantó una apuesta: ¿se acepta?</translation>
    </message>
    <message>
        <source>A wager was changed</source>
        <translation>Se cambió una apuesta</translation>
    </message>
    <message>
        <source>A wager was made too late</source>
        <translation>Una apuesta llegó tarde</translation>
    </message>
    <message>
        <source>about {cards:.0f} cards from the back</source>
        <translation>unas {cards:.0f} cartas desde atrás</translation>
    </message>
    <message>
        <source>about {cards:.0f} cards or more from either end</source>
        <translation>unas {cards:.0f} cartas o más desde cada extremo</translation>
    </message>
    <message>
        <source>above the limit</source>
        <translation>por encima del límite</translation>
    </message>
    <message>
        <source>ACCEPT</source>
        <translation>ACEPTAR</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>aceptar</translation>
    </message>
    <message>
        <source>ACCEPT THE DEVICE</source>
        <translation>ACEPTAR EL APARATO</translation>
    </message>
    <message>
        <source>ACCEPTED</source>
        <translation>ACEPTADO</translation>
    </message>
    <message>
        <source>ace</source>
        <translation>as</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Enterado</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Ya enterado</translation>
    </message>
    <message>
        <source>Open alarms: {count}</source>
        <translation>Alarmas en espera: {count}</translation>
    </message>
    <message>
        <source>All Bets Down; No More Bets</source>
        <translation>Apuestas en la mesa; no va más</translation>
    </message>
    <message>
        <source>All hands are settled</source>
        <translation>Todas las manos están liquidadas</translation>
    </message>
    <message>
        <source>all of that card are out of the shoe already; look at the card again</source>
        <translation>todas esas cartas ya salieron del sabot; mire otra vez la carta</translation>
    </message>
    <message>
        <source>All out</source>
        <translation>Todas fuera</translation>
    </message>
    <message>
        <source>ALL SETTLED</source>
        <translation>MANOS LIQUIDADAS</translation>
    </message>
    <message>
        <source>the player loses all chips left on the layout, {amount}: leave the amount out</source>
        <translation>el jugador pierde todas las fichas que quedan en la mesa, {amount}: no indique el importe</translation>
    </message>
    <message>
        <source>the player loses all that lies there, {amount}: leave the amount out</source>
        <translation>se pierde todo lo que hay allí, {amount}: no indique el importe</translation>
    </message>
    <message>
        <source>All {rows} rows are as they were written, in their order, and signed up to row {row}.</source>
        <translation>Las {rows} filas están como se escribieron, en su orden, y firmadas hasta la fila {row}.</translation>
    </message>
    <message>
        <source>All {rows} rows are as they were written, in their order; none of them is signed yet.</source>
        <translation>Las {rows} filas están como se escribieron, en su orden; ninguna está firmada todavía.</translation>
    </message>
    <message>
        <source>Another dealer</source>
        <translation>Otro crupier</translation>
    </message>
    <message>
        <source>Another device answers in place of the {device}</source>
        <translation>Otro aparato responde en lugar de: {device}</translation>
    </message>
    <message>
        <source>Another device has taken the place of the {device}</source>
        <translation>Otro aparato ocupa el lugar de: {device}</translation>
    </message>
    <message>
        <source>another player</source>
        <translation>otro jugador</translation>
    </message>
    <message>
        <source>another reason</source>
        <translation>otro motivo</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Responder otra vez</translation>
    </message>
    <message>
        <source>as if the player were here</source>
        <translation>como si el jugador estuviera</translation>
    </message>
    <message>
        <source>as it was at this step</source>
        <translation>como estaba en este paso</translation>
    </message>
    <message>
        <source>as it was entered</source>
        <translation>como se anotó</translation>
    </message>
    <message>
        <source>AS SHOWN</source>
        <translation>COMO SE VE</translation>
    </message>
    <message>
        <source>as the book says</source>
        <translation>como dice el reglamento</translation>
    </message>
    <message>
        <source>as the card that was due</source>
        <translation>como la carta que tocaba</translation>
    </message>
    <message>
        <source>as the card that was due there</source>
        <translation>como la carta que tocaba ahí</translation>
    </message>
    <message>
        <source>Aside</source>
        <translation>Aparte</translation>
    </message>
    <message>
        <source>Ask a tied player for war or surrender</source>
        <translation>Pregunte a un jugador empatado: guerra o rendición</translation>
    </message>
    <message>
        <source>Ask a tied player: Go to War or Surrender</source>
        <translation>Pregunte al jugador empatado: guerra o rendición</translation>
    </message>
    <message>
        <source>Ask spot {name} again</source>
        <translation>Pregunte otra vez a la casilla {name}</translation>
    </message>
    <message>
        <source>BACK</source>
        <translation>VUELVE</translation>
    </message>
    <message>
        <source>Burn</source>
        <translation>Quemas</translation>
    </message>
    <message>
        <source>collected</source>
        <translation>recogida</translation>
    </message>
    <message>
        <source>dealt next</source>
        <translation>se reparte después</translation>
    </message>
    <message>
        <source>HALF</source>
        <translation>MITAD</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Movimiento</translation>
    </message>
    <message>
        <source>No PIN at a simulated table.</source>
        <translation>En una mesa simulada, sin PIN.</translation>
    </message>
    <message>
        <source>at least {amount:.0f} cards from either end</source>
        <translation>al menos {amount:.0f} cartas desde cada extremo</translation>
    </message>
    <message>
        <source>at least {amount}</source>
        <translation>al menos {amount}</translation>
    </message>
    <message>
        <source>at least {cards:.0f} cards from either end</source>
        <translation>al menos {cards:.0f} cartas desde cada extremo</translation>
    </message>
    <message>
        <source>at least {cards:.0f} cards from the back</source>
        <translation>al menos {cards:.0f} cartas desde atrás</translation>
    </message>
    <message>
        <source>at least {what:.0f} cards from the back</source>
        <translation>al menos {what:.0f} cartas desde atrás</translation>
    </message>
    <message>
        <source>at least {what:.0f} cards from the bottom</source>
        <translation>al menos {what:.0f} cartas desde el fondo</translation>
    </message>
    <message>
        <source>at most {amount}</source>
        <translation>como máximo {amount}</translation>
    </message>
    <message>
        <source>at most {share:.0%} of the stack from the back</source>
        <translation>como mucho al {share:.0%} del mazo desde el fondo</translation>
    </message>
    <message>
        <source>at {place}</source>
        <translation>en {place}</translation>
    </message>
    <message>
        <source>AUTOPLAY</source>
        <translation>AUTOMÁTICO</translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>back</source>
        <translation>de vuelta</translation>
    </message>
    <message>
        <source>Back to the table</source>
        <translation>Volver a la mesa</translation>
    </message>
    <message>
        <source>Badge number</source>
        <translation>Número de placa</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>lote</translation>
    </message>
    <message>
        <source>Before a war, settle:</source>
        <translation>Antes de una guerra, liquide:</translation>
    </message>
    <message>
        <source>before each card of the war</source>
        <translation>antes de cada carta de la guerra</translation>
    </message>
    <message>
        <source>began {time}</source>
        <translation>empezó {time}</translation>
    </message>
    <message>
        <source>being played</source>
        <translation>en juego</translation>
    </message>
    <message>
        <source>Rack {count}</source>
        <translation>Descarte {count}</translation>
    </message>
    <message>
        <source>Verifying: {percent} %</source>
        <translation>En verificación: {percent} %</translation>
    </message>
    <message>
        <source>being written…</source>
        <translation>se está escribiendo…</translation>
    </message>
    <message>
        <source>BETS</source>
        <translation>APUESTAS</translation>
    </message>
    <message>
        <source>bettor {name}</source>
        <translation>apostador {name}</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>bonus</translation>
    </message>
    <message>
        <source>Bonus Spin Xtreme Wager</source>
        <translation>apuesta Bonus Spin Xtreme</translation>
    </message>
    <message>
        <source>Box {name}</source>
        <translation>Casilla {name}</translation>
    </message>
    <message>
        <source>box {name}</source>
        <translation>casilla {name}</translation>
    </message>
    <message>
        <source>boxes {names}</source>
        <translation>casillas {names}</translation>
    </message>
    <message>
        <source>BRING</source>
        <translation>LLEVE</translation>
    </message>
    <message>
        <source>BRING {wager} to the left, above the chip rack</source>
        <translation>LLEVE {wager} a la izquierda, sobre la bandeja de fichas</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>Roto</translation>
    </message>
    <message>
        <source>Broken at row {row}</source>
        <translation>Roto en la fila {row}</translation>
    </message>
    <message>
        <source>BURN</source>
        <translation>QUEME</translation>
    </message>
    <message>
        <source>burn</source>
        <translation>quemada</translation>
    </message>
    <message>
        <source>Burn a card face down, unseen</source>
        <translation>Queme una carta boca abajo, sin verla</translation>
    </message>
    <message>
        <source>BURN a card, face down, unseen</source>
        <translation>QUEME una carta, boca abajo, sin verla</translation>
    </message>
    <message>
        <source>Burn a card: face down into the discard rack, unseen</source>
        <translation>Queme una carta: boca abajo al descarte, sin verla</translation>
    </message>
    <message>
        <source>Burn another card</source>
        <translation>Queme otra carta</translation>
    </message>
    <message>
        <source>BURN IT</source>
        <translation>QUEMARLA</translation>
    </message>
    <message>
        <source>Burn the card</source>
        <translation>Queme la carta</translation>
    </message>
    <message>
        <source>Burn the card that lay aside</source>
        <translation>Queme la carta apartada</translation>
    </message>
    <message>
        <source>Burn the cards now</source>
        <translation>Queme las cartas ahora</translation>
    </message>
    <message>
        <source>BURN {number} OF {count}</source>
        <translation>QUEME {number} DE {count}</translation>
    </message>
    <message>
        <source>Burn {number} of {count}: face down into the discard rack, unseen</source>
        <translation>Queme {number} de {count}: boca abajo al descarte, sin verla</translation>
    </message>
    <message>
        <source>Burn {what}</source>
        <translation>Queme {what}</translation>
    </message>
    <message>
        <source>BURNED</source>
        <translation>QUEMADA</translation>
    </message>
    <message>
        <source>CABLE OUT</source>
        <translation>SIN CABLE</translation>
    </message>
    <message>
        <source>CALL</source>
        <translation>CANTE</translation>
    </message>
    <message>
        <source>Call the {authority}.</source>
        <translation>Llame al {authority}.</translation>
    </message>
    <message>
        <source>Call the {authority}. Hands and wagers stay as they are.</source>
        <translation>Llame a: {authority}. Manos y apuestas quedan como están.</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Carta</translation>
    </message>
    <message>
        <source>CARDS ARE KEYED IN</source>
        <translation>LAS CARTAS SE TECLEAN</translation>
    </message>
    <message>
        <source>Cards in the rack</source>
        <translation>Cartas en el descarte</translation>
    </message>
    <message>
        <source>Cards left in the shoe</source>
        <translation>Cartas que quedan en el zapato</translation>
    </message>
    <message>
        <source>Cards left the shoe that are not in this log</source>
        <translation>Salieron del sabot cartas que este registro no conoce</translation>
    </message>
    <message>
        <source>Cards or messages from it may be missing: check every card and count.</source>
        <translation>Pueden faltar cartas o avisos suyos: mire cada carta y cuente.</translation>
    </message>
    <message>
        <source>Cards stay as they lie, no burn</source>
        <translation>Las cartas valen como están, sin quema</translation>
    </message>
    <message>
        <source>cash</source>
        <translation>efectivo</translation>
    </message>
    <message>
        <source>Casino Operator</source>
        <translation>operador del casino</translation>
    </message>
    <message>
        <source>Casino Supervisor</source>
        <translation>supervisor del casino</translation>
    </message>
    <message>
        <source>Casino War Wager</source>
        <translation>apuesta de Casino War</translation>
    </message>
    <message>
        <source>Change a toke for colour</source>
        <translation>Cambiar una propina de color</translation>
    </message>
    <message>
        <source>Change the decks</source>
        <translation>Cambie las barajas</translation>
    </message>
    <message>
        <source>Change the decks: their 24 hours are over</source>
        <translation>Cambie las barajas: han pasado sus 24 horas</translation>
    </message>
    <message>
        <source>Change the toke for colour</source>
        <translation>Cambie la propina por color</translation>
    </message>
    <message>
        <source>amount not known</source>
        <translation>importe desconocido</translation>
    </message>
    <message>
        <source>no wager</source>
        <translation>sin apuesta</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>introducida</translation>
    </message>
    <message>
        <source>next round</source>
        <translation>próxima ronda</translation>
    </message>
    <message>
        <source>Next round: {wagers}</source>
        <translation>Próxima ronda: {wagers}</translation>
    </message>
    <message>
        <source>A chip of {amount}</source>
        <translation>Una ficha de {amount}</translation>
    </message>
    <message>
        <source>new wagers</source>
        <translation>apuestas nuevas</translation>
    </message>
    <message>
        <source>CHECK</source>
        <translation>REVISE</translation>
    </message>
    <message>
        <source>Digits and more</source>
        <translation>Cifras y más</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>Fichas</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>The call deals the wagers that the felt shows.</source>
        <translation>Se reparte lo que muestra el tapete.</translation>
    </message>
    <message>
        <source>The wagers that were entered are gone: nobody plays.</source>
        <translation>Las apuestas introducidas ya no valen: nadie juega.</translation>
    </message>
    <message>
        <source>Other wagers were called than those entered here: look at the felt.</source>
        <translation>Se cerró con otras apuestas que las introducidas aquí: mire el tapete.</translation>
    </message>
    <message>
        <source>Keyed: {card}, {where}</source>
        <translation>Tecleada: {card}, {where}</translation>
    </message>
    <message>
        <source>change the wagers</source>
        <translation>cambiar las apuestas</translation>
    </message>
    <message>
        <source>Check that the cards lie as the picture shows</source>
        <translation>Compruebe que las cartas están como en la imagen</translation>
    </message>
    <message>
        <source>Check that the hand wins the progressive</source>
        <translation>Compruebe que la mano gana el progresivo</translation>
    </message>
    <message>
        <source>Check that the light of the progressive is on</source>
        <translation>Compruebe que la luz del progresivo está encendida</translation>
    </message>
    <message>
        <source>chips</source>
        <translation>fichas</translation>
    </message>
    <message>
        <source>Choose a ruling.</source>
        <translation>Elija una decisión.</translation>
    </message>
    <message>
        <source>claimed: {words}</source>
        <translation>se reclama: {words}</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Borrar todo</translation>
    </message>
    <message>
        <source>Clear it</source>
        <translation>Despejar</translation>
    </message>
    <message>
        <source>clockwise</source>
        <translation>en sentido horario</translation>
    </message>
    <message>
        <source>CLOSE</source>
        <translation>CERRAR</translation>
    </message>
    <message>
        <source>Close the lid</source>
        <translation>Cerrar la tapa</translation>
    </message>
    <message>
        <source>Close the table</source>
        <translation>Cerrar la mesa</translation>
    </message>
    <message>
        <source>Close the wagers</source>
        <translation>Cierre las apuestas</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>cerrado</translation>
    </message>
    <message>
        <source>Closed at</source>
        <translation>Cerrada a las</translation>
    </message>
    <message>
        <source>Closed by</source>
        <translation>Cerrada por</translation>
    </message>
    <message>
        <source>Closing call</source>
        <translation>Canto de cierre</translation>
    </message>
    <message>
        <source>clubs</source>
        <translation>tréboles</translation>
    </message>
    <message>
        <source>coins: {coins}</source>
        <translation>monedas: {coins}</translation>
    </message>
    <message>
        <source>Collect the side bets</source>
        <translation>Recoja las apuestas laterales</translation>
    </message>
    <message>
        <source>Collect the side bets of {where}</source>
        <translation>Recoja las apuestas laterales de {where}</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Commission</source>
        <translation>Comisión</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>completa</translation>
    </message>
    <message>
        <source>Complete the cut</source>
        <translation>Complete el corte</translation>
    </message>
    <message>
        <source>Confirm each {war_wager}</source>
        <translation>Confirme cada {war_wager}</translation>
    </message>
    <message>
        <source>confirm the rule that you depart from: {cite}</source>
        <translation>confirme la regla de la que se aparta: {cite}</translation>
    </message>
    <message>
        <source>Confirm the war wagers</source>
        <translation>Confirme las apuestas de guerra</translation>
    </message>
    <message>
        <source>Confirm the {war_wager} on {where}</source>
        <translation>Confirme {war_wager} en {where}</translation>
    </message>
    <message>
        <source>Copy written round</source>
        <translation>Copiar la ronda escrita</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>corregir</translation>
    </message>
    <message>
        <source>Key it in yourself. For anything else call the {authority}.</source>
        <translation>Tecléela usted. Para lo demás, llame a: {authority}.</translation>
    </message>
    <message>
        <source>Name the card</source>
        <translation>Nombrar la carta</translation>
    </message>
    <message>
        <source>the authority looked at it</source>
        <translation>la autoridad la ha mirado</translation>
    </message>
    <message>
        <source>CORRECT THE CARD</source>
        <translation>CORREGIR LA CARTA</translation>
    </message>
    <message>
        <source>Correct the card</source>
        <translation>Corrija la carta</translation>
    </message>
    <message>
        <source>Pay {amount} to spot {name}</source>
        <translation>Pague {amount} a la casilla {name}</translation>
    </message>
    <message>
        <source>Pay {amount} to spot {name}, undo all others</source>
        <translation>Pague {amount} a la casilla {name} y deshaga las demás</translation>
    </message>
    <message>
        <source>The player stayed seated</source>
        <translation>El jugador siguió sentado</translation>
    </message>
    <message>
        <source>could not be read: {count}</source>
        <translation>no se pudieron leer: {count}</translation>
    </message>
    <message>
        <source>count</source>
        <translation>recuento</translation>
    </message>
    <message>
        <source>count the cards</source>
        <translation>cuente las cartas</translation>
    </message>
    <message>
        <source>Count them before the chip rack: as many as the system accepted? Then put them in</source>
        <translation>Cuéntelas ante la bandeja de fichas: ¿tantas como aceptó el sistema? Luego guárdelas</translation>
    </message>
    <message>
        <source>counter-clockwise</source>
        <translation>en sentido antihorario</translation>
    </message>
    <message>
        <source>counterclockwise</source>
        <translation>en sentido antihorario</translation>
    </message>
    <message>
        <source>coupon</source>
        <translation>cupón</translation>
    </message>
    <message>
        <source>cover card</source>
        <translation>carta de corte</translation>
    </message>
    <message>
        <source>Cover the device, or mark it as out of order</source>
        <translation>Cubra el aparato o márquelo como averiado</translation>
    </message>
    <message>
        <source>Cut again</source>
        <translation>Cortar otra vez</translation>
    </message>
    <message>
        <source>cut card</source>
        <translation>carta de corte</translation>
    </message>
    <message>
        <source>Cut the brick in half: one half left, one half right</source>
        <translation>Parta el bloque: una mitad a la izquierda, otra a la derecha</translation>
    </message>
    <message>
        <source>Cut the cards</source>
        <translation>Corte las cartas</translation>
    </message>
    <message>
        <source>Cut the cards again</source>
        <translation>Corte las cartas otra vez</translation>
    </message>
    <message>
        <source>Cut the cards yourself</source>
        <translation>Corte usted las cartas</translation>
    </message>
    <message>
        <source>cutting card</source>
        <translation>carta de corte</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>oscuros</translation>
    </message>
    <message>
        <source>DEAL</source>
        <translation>REPARTA</translation>
    </message>
    <message>
        <source>Deal no more cards. Call the floor.</source>
        <translation>No reparta más cartas. Llame al supervisor.</translation>
    </message>
    <message>
        <source>Note the missing cards</source>
        <translation>Anotar las cartas que faltan</translation>
    </message>
    <message>
        <source>the cards are shuffled</source>
        <translation>se barajan las cartas</translation>
    </message>
    <message>
        <source>Stop dealing: the cards will be shuffled</source>
        <translation>No reparta más: se barajan las cartas</translation>
    </message>
    <message>
        <source>Deal the next card</source>
        <translation>Reparta la carta que sigue</translation>
    </message>
    <message>
        <source>Deal this batch again</source>
        <translation>Reparta otra vez este lote</translation>
    </message>
    <message>
        <source>Deal {to}, {how}</source>
        <translation>Reparta {to}, {how}</translation>
    </message>
    <message>
        <source>Dealer</source>
        <translation>Crupier</translation>
    </message>
    <message>
        <source>dealer</source>
        <translation>crupier</translation>
    </message>
    <message>
        <source>dealer against spot {what}</source>
        <translation>crupier contra la casilla {what}</translation>
    </message>
    <message>
        <source>dealer next</source>
        <translation>siguiente del crupier</translation>
    </message>
    <message>
        <source>DEALER'S CARD</source>
        <translation>CARTA DEL CRUPIER</translation>
    </message>
    <message>
        <source>Dealer's hand</source>
        <translation>Mano del crupier</translation>
    </message>
    <message>
        <source>Dealer, %1</source>
        <translation>Crupier, %1</translation>
    </message>
    <message>
        <source>Dealer: {card}</source>
        <translation>Crupier: {card}</translation>
    </message>
    <message>
        <source>decided: {words}</source>
        <translation>se decidió: {words}</translation>
    </message>
    <message>
        <source>DEPART ANYWAY</source>
        <translation>APARTARSE DE TODOS MODOS</translation>
    </message>
    <message>
        <source>Depart from the book…</source>
        <translation>Apartarse del reglamento…</translation>
    </message>
    <message>
        <source>Depart from {cite}: which ruling?</source>
        <translation>Apartarse de {cite}: ¿qué decisión?</translation>
    </message>
    <message>
        <source>departed</source>
        <translation>apartada</translation>
    </message>
    <message>
        <source>DEPARTED FROM {cite}</source>
        <translation>APARTADO DE {cite}</translation>
    </message>
    <message>
        <source>Device fault</source>
        <translation>Fallo de dispositivo</translation>
    </message>
    <message>
        <source>device fault</source>
        <translation>fallo de dispositivo</translation>
    </message>
    <message>
        <source>DEVICE TROUBLE</source>
        <translation>FALLO DE APARATO</translation>
    </message>
    <message>
        <source>diamonds</source>
        <translation>diamantes</translation>
    </message>
    <message>
        <source>DISCARD</source>
        <translation>DESCARTE</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>descartar</translation>
    </message>
    <message>
        <source>Discard a card face down</source>
        <translation>Descarte una carta boca abajo</translation>
    </message>
    <message>
        <source>Discard rack, from the top</source>
        <translation>Portadescartes, desde arriba</translation>
    </message>
    <message>
        <source>Discard the first card: face down into the discard rack</source>
        <translation>Descarte la primera carta: boca abajo al descarte</translation>
    </message>
    <message>
        <source>DISCARD {number} OF {count}</source>
        <translation>DESCARTE {number} DE {count}</translation>
    </message>
    <message>
        <source>Discard {number} of {count}: face down into the discard rack</source>
        <translation>Descarte {number} de {count}: boca abajo al descarte</translation>
    </message>
    <message>
        <source>Dispute on round {number}</source>
        <translation>Disputa sobre la ronda {number}</translation>
    </message>
    <message>
        <source>Dispute on round {number} of {file}</source>
        <translation>Disputa sobre la ronda {number} de {file}</translation>
    </message>
    <message>
        <source>Dispute sheet</source>
        <translation>Hoja de disputa</translation>
    </message>
    <message>
        <source>disputed</source>
        <translation>en disputa</translation>
    </message>
    <message>
        <source>Do the cards match the picture?</source>
        <translation>¿Están las cartas como en la imagen?</translation>
    </message>
    <message>
        <source>Do what the dealer's screen says, and tap there.</source>
        <translation>Haga lo que dice la pantalla del crupier y toque allí.</translation>
    </message>
    <message>
        <source>DOES NOT ANSWER</source>
        <translation>NO RESPONDE</translation>
    </message>
    <message>
        <source>DONE</source>
        <translation>HECHO</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Done: {what}</source>
        <translation>Hecho: {what}</translation>
    </message>
    <message>
        <source>door</source>
        <translation>puerta</translation>
    </message>
    <message>
        <source>DRAW A CARD</source>
        <translation>SACAR CARTA</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Drop</translation>
    </message>
    <message>
        <source>Each row is compared with the hash that it was written with, each signature with its key.</source>
        <translation>Cada fila se compara con el hash con que se escribió, cada firma con su clave.</translation>
    </message>
    <message>
        <source>eight</source>
        <translation>ocho</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vacía</translation>
    </message>
    <message>
        <source>ENTER</source>
        <translation>ACEPTAR</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Entrar</translation>
    </message>
    <message>
        <source>enter it with the wagers</source>
        <translation>anótela con las apuestas</translation>
    </message>
    <message>
        <source>enter the symbol again</source>
        <translation>anote el símbolo otra vez</translation>
    </message>
    <message>
        <source>Enter the wagers on the layout.</source>
        <translation>Introduzca las apuestas de la mesa.</translation>
    </message>
    <message>
        <source>enter the wagers</source>
        <translation>introducir las apuestas</translation>
    </message>
    <message>
        <source>envy</source>
        <translation>envidia</translation>
    </message>
    <message>
        <source>Envy Bonus</source>
        <translation>bono de envidia</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>error</source>
        <translation>error</translation>
    </message>
    <message>
        <source>EVERYBODY BETS</source>
        <translation>TODOS APUESTAN</translation>
    </message>
    <message>
        <source>Players act on their own.</source>
        <translation>Todos juegan solos.</translation>
    </message>
    <message>
        <source>Exactly half, so $1 and $3 need 50-cent pieces</source>
        <translation>Exactamente la mitad: con $1 y $3 hacen falta monedas de 50 centavos</translation>
    </message>
    <message>
        <source>Exactly half, to the cent</source>
        <translation>Exactamente la mitad, al centavo</translation>
    </message>
    <message>
        <source>Exactly half, to the cent. Where the chips cannot make it, ask the floor</source>
        <translation>Exactamente la mitad, al centavo. Si las fichas no alcanzan, pregunte al supervisor de piso</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>Exportar CSV</translation>
    </message>
    <message>
        <source>Export PDF</source>
        <translation>Exportar PDF</translation>
    </message>
    <message>
        <source>face down</source>
        <translation>boca abajo</translation>
    </message>
    <message>
        <source>face down, with the burns</source>
        <translation>boca abajo, con las quemadas</translation>
    </message>
    <message>
        <source>face up</source>
        <translation>boca arriba</translation>
    </message>
    <message>
        <source>face up, beside the first card</source>
        <translation>boca arriba, junto a la primera carta</translation>
    </message>
    <message>
        <source>face up, sideways over one pip of the first card</source>
        <translation>boca arriba, cruzada sobre un palo de la primera carta</translation>
    </message>
    <message>
        <source>face up, to the lower left of the first card</source>
        <translation>boca arriba, abajo a la izquierda de la primera carta</translation>
    </message>
    <message>
        <source>File of the private escrow key</source>
        <translation>Archivo de la clave privada de depósito</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>Find rounds</source>
        <translation>Buscar rondas</translation>
    </message>
    <message>
        <source>FINDING: REPORT MISTAKEN</source>
        <translation>CONSTATADO: AVISO EQUIVOCADO</translation>
    </message>
    <message>
        <source>FINDING: NO CAUSE</source>
        <translation>CONSTATADO: SIN CAUSA</translation>
    </message>
    <message>
        <source>Finish the round; then the screen says what follows</source>
        <translation>Termine la ronda; después la pantalla dice lo que sigue</translation>
    </message>
    <message>
        <source>Finish the round; then the cards are shuffled</source>
        <translation>Termine la ronda; después se barajan las cartas</translation>
    </message>
    <message>
        <source>First ask the player with the main wager whether the tie area is wanted</source>
        <translation>Pregunte primero al jugador con la apuesta principal si quiere la zona de empate</translation>
    </message>
    <message>
        <source>five</source>
        <translation>cinco</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Supervisor</translation>
    </message>
    <message>
        <source>Floor copy</source>
        <translation>Copia central</translation>
    </message>
    <message>
        <source>Floor Supervisor</source>
        <translation>supervisor de piso</translation>
    </message>
    <message>
        <source>floorperson</source>
        <translation>jefe de mesa</translation>
    </message>
    <message>
        <source>Folder of the station's keys</source>
        <translation>Carpeta de las claves de la estación</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>For the technician: {detail}</source>
        <translation>Para el técnico: {detail}</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>adelantar</translation>
    </message>
    <message>
        <source>four</source>
        <translation>cuatro</translation>
    </message>
    <message>
        <source>four colours</source>
        <translation>cuatro colores</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Tramas</translation>
    </message>
    <message>
        <source>From, such as 2026-11-16 21:30</source>
        <translation>Desde, como 2026-11-16 21:30</translation>
    </message>
    <message>
        <source>Game Supervisor</source>
        <translation>supervisor de juego</translation>
    </message>
    <message>
        <source>Give back exactly half, to the cent. Have chips or coin for $2.50 at hand</source>
        <translation>Devuelva exactamente la mitad, al centavo. Tenga a mano fichas o monedas para $2.50</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>siga</translation>
    </message>
    <message>
        <source>Go on with the card</source>
        <translation>Siga con la carta</translation>
    </message>
    <message>
        <source>Go on with these cards</source>
        <translation>Siga con estas cartas</translation>
    </message>
    <message>
        <source>Go on with this count</source>
        <translation>Siga con este recuento</translation>
    </message>
    <message>
        <source>Go on with this shoe</source>
        <translation>Siga con este sabot</translation>
    </message>
    <message>
        <source>Go on without the device</source>
        <translation>Siga sin el aparato</translation>
    </message>
    <message>
        <source>Go to War or Surrender?</source>
        <translation>¿Guerra o rendición?</translation>
    </message>
    <message>
        <source>Go to War Wager</source>
        <translation>apuesta de guerra</translation>
    </message>
    <message>
        <source>GO TO WAR {name}</source>
        <translation>GUERRA {name}</translation>
    </message>
    <message>
        <source>half</source>
        <translation>mitad</translation>
    </message>
    <message>
        <source>HALF BACK</source>
        <translation>MITAD DEVUELTA</translation>
    </message>
    <message>
        <source>half of {amount} is not a whole cent</source>
        <translation>la mitad de {amount} no es un céntimo entero</translation>
    </message>
    <message>
        <source>Half to the cent; if the chips cannot make it, ask the floorperson</source>
        <translation>La mitad al centavo; si las fichas no alcanzan, pregunte al supervisor de piso</translation>
    </message>
    <message>
        <source>hands have been settled by the cards as they were read</source>
        <translation>hay manos liquidadas con las cartas como se leyeron</translation>
    </message>
    <message>
        <source>Hands: {count}</source>
        <translation>Manos: {count}</translation>
    </message>
    <message>
        <source>Hang</source>
        <translation>Colgar</translation>
    </message>
    <message>
        <source>hearts</source>
        <translation>corazones</translation>
    </message>
    <message>
        <source>Held at the end of this log; no station is writing to it</source>
        <translation>Detenida al final de este registro, ninguna estación escribe en él</translation>
    </message>
    <message>
        <source>Held: a card; its face stays sealed</source>
        <translation>Retenida: una carta; su cara queda sellada</translation>
    </message>
    <message>
        <source>Held: {card}</source>
        <translation>Retenida: {card}</translation>
    </message>
    <message>
        <source>Hold out the stack with the backs away from you</source>
        <translation>Ofrezca el mazo con los reversos hacia el otro lado</translation>
    </message>
    <message>
        <source>House</source>
        <translation>Casa</translation>
    </message>
    <message>
        <source>HOW DEEP</source>
        <translation>A QUÉ ALTURA</translation>
    </message>
    <message>
        <source>How many burns were forgotten?</source>
        <translation>¿Cuántas quemas se olvidaron?</translation>
    </message>
    <message>
        <source>How many cards?</source>
        <translation>¿Cuántas cartas?</translation>
    </message>
    <message>
        <source>How much is there now?</source>
        <translation>¿Cuánto hay ahora?</translation>
    </message>
    <message>
        <source>How much?</source>
        <translation>¿Cuánto?</translation>
    </message>
    <message>
        <source>I was here</source>
        <translation>Estuve presente</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>en reposo</translation>
    </message>
    <message>
        <source>To change one, tap its spot.</source>
        <translation>Para cambiar una, toque su casilla.</translation>
    </message>
    <message>
        <source>Impossible card</source>
        <translation>Carta imposible</translation>
    </message>
    <message>
        <source>in steps of {amount}</source>
        <translation>en pasos de {amount}</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>incompleto</translation>
    </message>
    <message>
        <source>Initial Wager</source>
        <translation>apuesta inicial</translation>
    </message>
    <message>
        <source>Initial wager</source>
        <translation>apuesta inicial</translation>
    </message>
    <message>
        <source>Inspect the cards</source>
        <translation>Inspeccione las cartas</translation>
    </message>
    <message>
        <source>Inspect the cards for any defects</source>
        <translation>Inspeccione las cartas en busca de defectos</translation>
    </message>
    <message>
        <source>irregular</source>
        <translation>irregular</translation>
    </message>
    <message>
        <source>Irregularity</source>
        <translation>Irregularidad</translation>
    </message>
    <message>
        <source>it comes down</source>
        <translation>se retira</translation>
    </message>
    <message>
        <source>It is done as the book says</source>
        <translation>Está hecho según el reglamento</translation>
    </message>
    <message>
        <source>it is repaired later</source>
        <translation>se repara después</translation>
    </message>
    <message>
        <source>It is marked in the log, on the dispute sheet and in the day's report, with your name.</source>
        <translation>Queda señalado en el registro, en la hoja de disputa y en el informe del día, con su nombre.</translation>
    </message>
    <message>
        <source>It is plugged in but does not answer.</source>
        <translation>Está enchufado y no responde.</translation>
    </message>
    <message>
        <source>It is signed in the review log {file}; the log of the table stays as it is.</source>
        <translation>Se firma en el registro de revisión {file}; el registro de la mesa queda como está.</translation>
    </message>
    <message>
        <source>it is the dealer's card</source>
        <translation>es la carta del crupier</translation>
    </message>
    <message>
        <source>it is the dealer's next card</source>
        <translation>es la próxima carta del crupier</translation>
    </message>
    <message>
        <source>it is valid</source>
        <translation>es válido</translation>
    </message>
    <message>
        <source>it lies at spot {spot}</source>
        <translation>está en la casilla {spot}</translation>
    </message>
    <message>
        <source>it lies with the dealer's card</source>
        <translation>está junto a la carta del crupier</translation>
    </message>
    <message>
        <source>It sends faster than anybody can deal and is being ignored.</source>
        <translation>Envía más rápido de lo que nadie reparte y se ignora.</translation>
    </message>
    <message>
        <source>it stays in play</source>
        <translation>sigue en juego</translation>
    </message>
    <message>
        <source>it stays in play until then</source>
        <translation>sigue en juego hasta entonces</translation>
    </message>
    <message>
        <source>it stays there</source>
        <translation>queda ahí</translation>
    </message>
    <message>
        <source>it waits face down</source>
        <translation>espera boca abajo</translation>
    </message>
    <message>
        <source>it waits for its place</source>
        <translation>espera su lugar</translation>
    </message>
    <message>
        <source>It was in time</source>
        <translation>Fue a tiempo</translation>
    </message>
    <message>
        <source>the station cannot count it: settle it as a dispute</source>
        <translation>la estación no puede contarla: resuélvala como disputa</translation>
    </message>
    <message>
        <source>this cannot be undone any more: rule on it, then report a dispute</source>
        <translation>esto ya no se puede deshacer: decida y luego informe una disputa</translation>
    </message>
    <message>
        <source>It was in time: {amount} count on spot {name}</source>
        <translation>Fue a tiempo: {amount} cuentan en la casilla {name}</translation>
    </message>
    <message>
        <source>It was in time: {amount} more count on spot {name}</source>
        <translation>Fue a tiempo: {amount} más cuentan en la casilla {name}</translation>
    </message>
    <message>
        <source>It was the other batch</source>
        <translation>Era el otro lote</translation>
    </message>
    <message>
        <source>Its cable was pulled.</source>
        <translation>Se soltó su cable.</translation>
    </message>
    <message>
        <source>jack</source>
        <translation>jota</translation>
    </message>
    <message>
        <source>Jam</source>
        <translation>Atasco</translation>
    </message>
    <message>
        <source>jam</source>
        <translation>atasco</translation>
    </message>
    <message>
        <source>jammed</source>
        <translation>atascada</translation>
    </message>
    <message>
        <source>KEEP IT READY</source>
        <translation>TENERLA LISTA</translation>
    </message>
    <message>
        <source>Keep the checkpoint beside the file, or name the key you trust with `log verify --key`.</source>
        <translation>Guarde el punto de control junto al archivo, o nombre la clave en que confía con `log verify --key`.</translation>
    </message>
    <message>
        <source>Keep the file as it is, and restore a snapshot to compare it with.</source>
        <translation>Deje el archivo como está y restaure una copia para compararlo.</translation>
    </message>
    <message>
        <source>KEEP TO THE BOOK</source>
        <translation>SEGUIR EL REGLAMENTO</translation>
    </message>
    <message>
        <source>Kept secure and released</source>
        <translation>Asegurado y liberado</translation>
    </message>
    <message>
        <source>key in the cards that were taken for burns, in the order they were drawn</source>
        <translation>teclee las cartas que se tomaron por quemadas, en el orden en que salieron</translation>
    </message>
    <message>
        <source>key the card</source>
        <translation>teclee la carta</translation>
    </message>
    <message>
        <source>KEY THE CARD IN</source>
        <translation>TECLEAR LA CARTA</translation>
    </message>
    <message>
        <source>key the card in: report unreadable CARD</source>
        <translation>teclee la carta en la pantalla</translation>
    </message>
    <message>
        <source>king</source>
        <translation>rey</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>LAST ROUND</source>
        <translation>ÚLTIMA RONDA</translation>
    </message>
    <message>
        <source>latched</source>
        <translation>registrado</translation>
    </message>
    <message>
        <source>Lay the card aside, face down: it is the next card out</source>
        <translation>Aparte la carta boca abajo: es la próxima en salir</translation>
    </message>
    <message>
        <source>Lay the card aside, face down: it is your own next card</source>
        <translation>Aparte la carta boca abajo: es su próxima carta</translation>
    </message>
    <message>
        <source>Lay the {cut_card} to one side of the table first ({cite})</source>
        <translation>Deje primero la {cut_card} a un lado de la mesa ({cite})</translation>
    </message>
    <message>
        <source>Leave the wager of spot {name}</source>
        <translation>Deje la apuesta de la casilla {name}</translation>
    </message>
    <message>
        <source>left</source>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>ALLOW PLAYERS OUT OF THE HAND</source>
        <translation>PERMITIR QUE SALGAN DE LA MANO</translation>
    </message>
    <message>
        <source>Allow players out of the hand</source>
        <translation>Permita que salgan jugadores de la mano</translation>
    </message>
    <message>
        <source>Players may opt out of the hand</source>
        <translation>Los jugadores pueden salir de la mano</translation>
    </message>
    <message>
        <source>their wagers go back</source>
        <translation>sus apuestas vuelven</translation>
    </message>
    <message>
        <source>Let the first player who comes look at the cards</source>
        <translation>Deje que el primer jugador que llegue mire las cartas</translation>
    </message>
    <message>
        <source>Let the wager of spot {name} stand</source>
        <translation>Deje la apuesta de la casilla {name} en pie</translation>
    </message>
    <message>
        <source>Let the wager stand</source>
        <translation>Deje la apuesta en pie</translation>
    </message>
    <message>
        <source>Let {amount} stand on spot {name}</source>
        <translation>Deje {amount} en pie en la casilla {name}</translation>
    </message>
    <message>
        <source>licensee</source>
        <translation>titular de la licencia</translation>
    </message>
    <message>
        <source>light</source>
        <translation>claros</translation>
    </message>
    <message>
        <source>Lock the side bets: no more may be placed</source>
        <translation>Bloquee las apuestas laterales: ya no se admiten más</translation>
    </message>
    <message>
        <source>LOCK UP</source>
        <translation>GUARDE</translation>
    </message>
    <message>
        <source>LOCK UP {amount}</source>
        <translation>GUARDE {amount}</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>bloqueado</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Log in which this is recorded</source>
        <translation>Registro en que esto se anota</translation>
    </message>
    <message>
        <source>LOOK</source>
        <translation>MIRE</translation>
    </message>
    <message>
        <source>Look at both, and correct the one that is wrong.</source>
        <translation>Mire las dos y corrija la que está mal.</translation>
    </message>
    <message>
        <source>LOSE</source>
        <translation>PIERDE</translation>
    </message>
    <message>
        <source>lose</source>
        <translation>pierde</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>perdido</translation>
    </message>
    <message>
        <source>main</source>
        <translation>principal</translation>
    </message>
    <message>
        <source>Make the closing call</source>
        <translation>Haga el canto de cierre</translation>
    </message>
    <message>
        <source>Match each {war_wager} from the chip rack</source>
        <translation>Iguale cada {war_wager} desde la bandeja de fichas</translation>
    </message>
    <message>
        <source>Match the war wagers from the chip rack</source>
        <translation>Iguale las apuestas de guerra desde la bandeja de fichas</translation>
    </message>
    <message>
        <source>Match the {war_wager} on {where} from the chip rack</source>
        <translation>Iguale {war_wager} en {where} desde la bandeja de fichas</translation>
    </message>
    <message>
        <source>Miscount</source>
        <translation>Contar mal</translation>
    </message>
    <message>
        <source>Mix and cut the cards again</source>
        <translation>Mezcle y corte otra vez las cartas</translation>
    </message>
    <message>
        <source>Moment of the round</source>
        <translation>Momento de la ronda</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Move a card or chips as the report or the ruling has it</source>
        <translation>Mueva una carta o fichas según el aviso o la decisión</translation>
    </message>
    <message>
        <source>Move all cards in front of the cut card to the back of the stack</source>
        <translation>Pase todas las cartas de delante de la carta de corte al fondo del mazo</translation>
    </message>
    <message>
        <source>Move all cards in front of the cutting card to the back of the stack</source>
        <translation>Pase todas las cartas de delante de la carta de corte al fondo del mazo</translation>
    </message>
    <message>
        <source>Move all cards on top of the cover card to the bottom of the stack</source>
        <translation>Pase todas las cartas de encima de la carta de corte al fondo del mazo</translation>
    </message>
    <message>
        <source>MOVE FORWARD</source>
        <translation>ADELANTAR</translation>
    </message>
    <message>
        <source>Move the cards behind the cutting card to the front of the brick</source>
        <translation>Pase las cartas de detrás de la carta de corte al frente del bloque</translation>
    </message>
    <message>
        <source>Names, separated by commas</source>
        <translation>Nombres, separados por comas</translation>
    </message>
    <message>
        <source>NEXT CALL</source>
        <translation>CANTO SIGUIENTE</translation>
    </message>
    <message>
        <source>Next card unreadable</source>
        <translation>Carta ilegible</translation>
    </message>
    <message>
        <source>NEXT HAND</source>
        <translation>SIGUIENTE MANO</translation>
    </message>
    <message>
        <source>No player touched a card</source>
        <translation>Ningún jugador tocó una carta</translation>
    </message>
    <message>
        <source>nine</source>
        <translation>nueve</translation>
    </message>
    <message>
        <source>no</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>no card</source>
        <translation>ninguna carta</translation>
    </message>
    <message>
        <source>no card has come to spot {spot} yet</source>
        <translation>todavía no ha llegado ninguna carta a la casilla {spot}</translation>
    </message>
    <message>
        <source>no card is due: the shoe is not short</source>
        <translation>no toca carta: el sabot no está corto</translation>
    </message>
    <message>
        <source>No card left the shoe</source>
        <translation>No salió ninguna carta del sabot</translation>
    </message>
    <message>
        <source>No card lies at an empty spot</source>
        <translation>No hay carta en una casilla vacía</translation>
    </message>
    <message>
        <source>no card lies on spot {spot}</source>
        <translation>no hay carta en la casilla {spot}</translation>
    </message>
    <message>
        <source>no chips move</source>
        <translation>no se mueven fichas</translation>
    </message>
    <message>
        <source>no chips move now</source>
        <translation>ahora no se mueven fichas</translation>
    </message>
    <message>
        <source>No hand was settled</source>
        <translation>No se liquidó ninguna mano</translation>
    </message>
    <message>
        <source>There is no coupon</source>
        <translation>No hay cupón</translation>
    </message>
    <message>
        <source>no cut is made now</source>
        <translation>ahora no se corta</translation>
    </message>
    <message>
        <source>No device sent anything in this round.</source>
        <translation>Ningún dispositivo envió nada en esta ronda.</translation>
    </message>
    <message>
        <source>no hand is in play</source>
        <translation>no hay ninguna mano en juego</translation>
    </message>
    <message>
        <source>No more bets</source>
        <translation>No va más</translation>
    </message>
    <message>
        <source>no more bets</source>
        <translation>no va más</translation>
    </message>
    <message>
        <source>No round is shown: choose one in the list first.</source>
        <translation>No se muestra ninguna ronda: elija antes una de la lista.</translation>
    </message>
    <message>
        <source>No rule belongs to this moment.</source>
        <translation>Ninguna regla corresponde a este momento.</translation>
    </message>
    <message>
        <source>No seal was opened.</source>
        <translation>No se abrió ningún sello.</translation>
    </message>
    <message>
        <source>No shuffle</source>
        <translation>No se baraja</translation>
    </message>
    <message>
        <source>no shuffle</source>
        <translation>sin barajar</translation>
    </message>
    <message>
        <source>no shuffle after the round</source>
        <translation>sin barajar tras la ronda</translation>
    </message>
    <message>
        <source>no shuffle now</source>
        <translation>sin barajar ahora</translation>
    </message>
    <message>
        <source>no strip before two riffles</source>
        <translation>no hay mezcla por paquetes antes de entremezclar dos veces</translation>
    </message>
    <message>
        <source>No toke is changed</source>
        <translation>No se cambia propina</translation>
    </message>
    <message>
        <source>No wager</source>
        <translation>Sin apuesta</translation>
    </message>
    <message>
        <source>no wager lies on the layout</source>
        <translation>no hay apuestas en el tapete</translation>
    </message>
    <message>
        <source>No wager was called out</source>
        <translation>Nadie apostó de palabra</translation>
    </message>
    <message>
        <source>No wager was made</source>
        <translation>No se hizo apuesta</translation>
    </message>
    <message>
        <source>no wheel is to be spun now</source>
        <translation>ahora no se gira ninguna rueda</translation>
    </message>
    <message>
        <source>NO, SHUFFLE IT</source>
        <translation>NO, BARAJAR</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>nadie</translation>
    </message>
    <message>
        <source>Nobody asked for a shuffle</source>
        <translation>Nadie pidió barajar</translation>
    </message>
    <message>
        <source>Nobody at this table has this title.</source>
        <translation>Nadie de esta mesa tiene ese cargo.</translation>
    </message>
    <message>
        <source>Nobody here has this badge. Enter it again or choose your name; a supervisor adds dealers.</source>
        <translation>Nadie aquí tiene esta placa. Introdúzcala de nuevo o elija su nombre; un supervisor añade crupieres.</translation>
    </message>
    <message>
        <source>The hand of spot {name} stands</source>
        <translation>La mano de la casilla {name} vale</translation>
    </message>
    <message>
        <source>unknown report "{kind}"; report one of {what}</source>
        <translation>aviso desconocido "{kind}"; avise de uno de {what}</translation>
    </message>
    <message>
        <source>nobody may see a burn card</source>
        <translation>nadie puede ver una carta quemada</translation>
    </message>
    <message>
        <source>Nobody plays</source>
        <translation>Nadie juega</translation>
    </message>
    <message>
        <source>nobody plays on spot {name}</source>
        <translation>nadie juega en la casilla {name}</translation>
    </message>
    <message>
        <source>nobody plays on {where}</source>
        <translation>nadie juega en {where}</translation>
    </message>
    <message>
        <source>Nobody plays: shuffle the cards?</source>
        <translation>Nadie juega: ¿se barajan las cartas?</translation>
    </message>
    <message>
        <source>Nobody saw a card</source>
        <translation>Nadie vio una carta</translation>
    </message>
    <message>
        <source>Nobody saw the burn card</source>
        <translation>Nadie vio la carta quemada</translation>
    </message>
    <message>
        <source>Nobody sees it.</source>
        <translation>Nadie la ve.</translation>
    </message>
    <message>
        <source>These rows are not signed.</source>
        <translation>Estas filas no están firmadas.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>not addressed</source>
        <translation>sin regla</translation>
    </message>
    <message>
        <source>not decided yet</source>
        <translation>todavía sin decidir</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>sin terminar</translation>
    </message>
    <message>
        <source>No longer in the rack ({time}): these cards were shuffled or put away.</source>
        <translation>Ya no están en el portadescartes ({time}): estas cartas se barajaron o se retiraron.</translation>
    </message>
    <message>
        <source>NOT KNOWN</source>
        <translation>NO SE SABE</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>not known here: count the box</source>
        <translation>aquí no se conoce: cuente la caja</translation>
    </message>
    <message>
        <source>Not now: %1</source>
        <translation>Ahora no: %1</translation>
    </message>
    <message>
        <source>NOT PROVED</source>
        <translation>NO PROBADO</translation>
    </message>
    <message>
        <source>wager</source>
        <translation>apuesta</translation>
    </message>
    <message>
        <source>wager {amount}</source>
        <translation>apuesta {amount}</translation>
    </message>
    <message>
        <source>WRONG</source>
        <translation>NO ES ASÍ</translation>
    </message>
    <message>
        <source>not to be trusted</source>
        <translation>no es de fiar</translation>
    </message>
    <message>
        <source>NOT TO BE TRUSTED: row {row} is broken</source>
        <translation>NO ES DE FIAR: la fila {row} está rota</translation>
    </message>
    <message>
        <source>NOT TO BE TRUSTED: the file is broken</source>
        <translation>NO ES DE FIAR: el archivo está roto</translation>
    </message>
    <message>
        <source>Note a dispute</source>
        <translation>Anotar una disputa</translation>
    </message>
    <message>
        <source>Noted: {what}</source>
        <translation>Anotado: {what}</translation>
    </message>
    <message>
        <source>The period from {since} until {until} ends before it begins.</source>
        <translation>El período de {since} a {until} termina antes de empezar.</translation>
    </message>
    <message>
        <source>nothing changes</source>
        <translation>nada cambia</translation>
    </message>
    <message>
        <source>Nothing changes: play on</source>
        <translation>No cambia nada: siga jugando</translation>
    </message>
    <message>
        <source>nothing is to be settled now. First: {do}</source>
        <translation>ahora no hay nada que liquidar. Primero: {do}</translation>
    </message>
    <message>
        <source>nothing is to be settled now; due is {step}</source>
        <translation>ahora no hay nada que liquidar; toca: {step}</translation>
    </message>
    <message>
        <source>nothing moves</source>
        <translation>nada se mueve</translation>
    </message>
    <message>
        <source>No part of this file can be trusted.</source>
        <translation>Nada de este archivo es de fiar.</translation>
    </message>
    <message>
        <source>No part of this round can be shown.</source>
        <translation>No se puede mostrar nada de esta ronda.</translation>
    </message>
    <message>
        <source>Nothing here reaches the table: rulings are made at the table, with a PIN.</source>
        <translation>Desde aquí nada llega a la mesa: quien decide lo hace en la mesa, con su PIN.</translation>
    </message>
    <message>
        <source>no ruling is due</source>
        <translation>nada espera una decisión</translation>
    </message>
    <message>
        <source>Nothing was noted about this round yet.</source>
        <translation>Todavía no se anotó nada sobre esta ronda.</translation>
    </message>
    <message>
        <source>now, all of them</source>
        <translation>ahora, todas</translation>
    </message>
    <message>
        <source>Now: {place}.</source>
        <translation>Ahora: {place}.</translation>
    </message>
    <message>
        <source>now: {time}, the last row; then: when the round ended. On top since: {count}</source>
        <translation>ahora: {time}, la última fila; entonces: al acabar la ronda. Encima desde entonces: {count}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>no</translation>
    </message>
    <message>
        <source>Offer the cut</source>
        <translation>Ofrezca el corte</translation>
    </message>
    <message>
        <source>Offer the cut to a player</source>
        <translation>Ofrezca el corte a un jugador</translation>
    </message>
    <message>
        <source>Offer the cut to a player: {where} or another</source>
        <translation>Ofrezca el corte a un jugador: {where} u otro</translation>
    </message>
    <message>
        <source>Offer the cut to the first player</source>
        <translation>Ofrezca el corte al primer jugador</translation>
    </message>
    <message>
        <source>Offer the cut to {where}</source>
        <translation>Ofrezca el corte a {where}</translation>
    </message>
    <message>
        <source>Offer the cut to {whom}; if all refuse: {last}</source>
        <translation>Ofrezca el corte a {whom}; si todos rehúsan: {last}</translation>
    </message>
    <message>
        <source>Offer the new cut to the player who cut last</source>
        <translation>Ofrezca el nuevo corte al jugador que cortó la última vez</translation>
    </message>
    <message>
        <source>Offer the new cut to {where}, who cut last</source>
        <translation>Ofrezca el nuevo corte a {where}, que cortó la última vez</translation>
    </message>
    <message>
        <source>on</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>on the dealer's screen</source>
        <translation>en la pantalla del crupier</translation>
    </message>
    <message>
        <source>on the war</source>
        <translation>en la guerra</translation>
    </message>
    <message>
        <source>once</source>
        <translation>una sola vez</translation>
    </message>
    <message>
        <source>One card is set aside, face down: it is dealt next.</source>
        <translation>Hay una carta apartada, boca abajo: es la próxima.</translation>
    </message>
    <message>
        <source>only an impossible card has an earlier read to correct; say correct CARD</source>
        <translation>solo una carta imposible tiene una lectura anterior que corregir</translation>
    </message>
    <message>
        <source>Only one card lay face up</source>
        <translation>Solo una carta estaba boca arriba</translation>
    </message>
    <message>
        <source>only the opening discard may be seen, before the next card is drawn</source>
        <translation>solo puede verse el descarte inicial, antes de la carta siguiente</translation>
    </message>
    <message>
        <source>only {len} cards were taken for burns</source>
        <translation>solo {len} cartas se tomaron por quemadas</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>Solo: %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>abierta</translation>
    </message>
    <message>
        <source>Open a seal</source>
        <translation>Abrir un sello</translation>
    </message>
    <message>
        <source>Open the burn cards of round {number}</source>
        <translation>Abrir las cartas quemadas de la ronda {number}</translation>
    </message>
    <message>
        <source>Open the door</source>
        <translation>Abrir la puerta</translation>
    </message>
    <message>
        <source>Open the lid</source>
        <translation>Abrir la tapa</translation>
    </message>
    <message>
        <source>OPEN THE SEALS</source>
        <translation>ABRIR LOS SELLOS</translation>
    </message>
    <message>
        <source>OPEN THE TABLE</source>
        <translation>ABRIR LA MESA</translation>
    </message>
    <message>
        <source>open wagers go back</source>
        <translation>las apuestas abiertas vuelven</translation>
    </message>
    <message>
        <source>Opening the log</source>
        <translation>Abriendo el registro</translation>
    </message>
    <message>
        <source>Ordered: {what}</source>
        <translation>Ordenado: {what}</translation>
    </message>
    <message>
        <source>original wager</source>
        <translation>apuesta original</translation>
    </message>
    <message>
        <source>out</source>
        <translation>salir</translation>
    </message>
    <message>
        <source>out of order</source>
        <translation>averiado</translation>
    </message>
    <message>
        <source>out of play</source>
        <translation>fuera de juego</translation>
    </message>
    <message>
        <source>Out of the shoe: {card}</source>
        <translation>Salió del sabot: {card}</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>over the maximum ({cite})</source>
        <translation>por encima del máximo ({cite})</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>Pagado</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>PAY</source>
        <translation>PAGUE</translation>
    </message>
    <message>
        <source>pay</source>
        <translation>pago</translation>
    </message>
    <message>
        <source>Pay a player</source>
        <translation>Pague a un jugador</translation>
    </message>
    <message>
        <source>Pay a player, undo all others</source>
        <translation>Pague a un jugador y deshaga las demás</translation>
    </message>
    <message>
        <source>Pay spot {name}</source>
        <translation>Pague a la casilla {name}</translation>
    </message>
    <message>
        <source>Pay spot {name}, undo all others</source>
        <translation>Pague a la casilla {name} y deshaga las demás</translation>
    </message>
    <message>
        <source>Pay spot {name} in full</source>
        <translation>Pague todo a la casilla {name}</translation>
    </message>
    <message>
        <source>Pay the symbol of spot {name}</source>
        <translation>Pague el símbolo de la casilla {name}</translation>
    </message>
    <message>
        <source>Pay {amount} to {spot}</source>
        <translation>Pague {amount} a {spot}</translation>
    </message>
    <message>
        <source>PAY {wager} {odds} to 1</source>
        <translation>PAGUE {wager} {odds} a 1</translation>
    </message>
    <message>
        <source>PAY {wager} {with_meter}</source>
        <translation>PAGUE {wager} {with_meter}</translation>
    </message>
    <message>
        <source>Pick up the cards into the discard rack</source>
        <translation>Recoja las cartas al descarte</translation>
    </message>
    <message>
        <source>Pick up the cards of {where}</source>
        <translation>Recoja las cartas de: {where}</translation>
    </message>
    <message>
        <source>Pick up the cards of {where}, then your own</source>
        <translation>Recoja las cartas de: {where}; después las suyas</translation>
    </message>
    <message>
        <source>Pick up your cards</source>
        <translation>Recoja sus cartas</translation>
    </message>
    <message>
        <source>Pit review</source>
        <translation>Revisión del foso</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Reproducir</translation>
    </message>
    <message>
        <source>play goes on</source>
        <translation>el juego sigue</translation>
    </message>
    <message>
        <source>PLAY ON</source>
        <translation>SEGUIR</translation>
    </message>
    <message>
        <source>Play on</source>
        <translation>Siga el juego</translation>
    </message>
    <message>
        <source>play on</source>
        <translation>seguir</translation>
    </message>
    <message>
        <source>Play the hand of spot {name} out</source>
        <translation>Juegue la mano de la casilla {name} hasta el fin</translation>
    </message>
    <message>
        <source>player {player} has {hands} hands; at most {value} each</source>
        <translation>el jugador {player} tiene {hands} manos; como mucho {value} cada uno</translation>
    </message>
    <message>
        <source>player {player} on spot {spot}</source>
        <translation>el jugador {player} en la casilla {spot}</translation>
    </message>
    <message>
        <source>player {player}: boxes {spots} are not side by side</source>
        <translation>jugador {player}: las casillas {spots} no están una junto a otra</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Jugadores</translation>
    </message>
    <message>
        <source>Players may see it on request ({cite})</source>
        <translation>Los jugadores pueden verla si lo piden ({cite})</translation>
    </message>
    <message>
        <source>Plug it in</source>
        <translation>Conectar</translation>
    </message>
    <message>
        <source>Plug: put the undealt cards in among the discards</source>
        <translation>Intercale las cartas sin repartir entre los descartes</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punto</translation>
    </message>
    <message>
        <source>Prepare a ruling</source>
        <translation>Preparar una decisión</translation>
    </message>
    <message>
        <source>There was nothing suspicious</source>
        <translation>No hubo nada sospechoso</translation>
    </message>
    <message>
        <source>primary wager</source>
        <translation>apuesta principal</translation>
    </message>
    <message>
        <source>Progressive</source>
        <translation>Progresivo</translation>
    </message>
    <message>
        <source>progressive</source>
        <translation>progresivo</translation>
    </message>
    <message>
        <source>Progressive Payout Wager</source>
        <translation>apuesta del progresivo</translation>
    </message>
    <message>
        <source>progressive wager</source>
        <translation>apuesta del progresivo</translation>
    </message>
    <message>
        <source>Pull the cable</source>
        <translation>Quitar el cable</translation>
    </message>
    <message>
        <source>put it right with pay or take</source>
        <translation>corríjalo con pago o cobro</translation>
    </message>
    <message>
        <source>Correct this, then restart the station: sudo systemctl restart dealer-station</source>
        <translation>Corríjalo y vuelva a iniciar la estación: sudo systemctl restart dealer-station</translation>
    </message>
    <message>
        <source>Put the card face down with the burns</source>
        <translation>Ponga la carta boca abajo con las quemadas</translation>
    </message>
    <message>
        <source>Put the card into the discard rack, out of play</source>
        <translation>Ponga la carta en el descarte, fuera de juego</translation>
    </message>
    <message>
        <source>Put the card on {spot}, where it was due</source>
        <translation>Ponga la carta en {spot}, donde tocaba</translation>
    </message>
    <message>
        <source>Put the card with your own, where it was due</source>
        <translation>Ponga la carta con las suyas, donde tocaba</translation>
    </message>
    <message>
        <source>Put the card that lay aside on {spot}</source>
        <translation>Ponga la carta apartada en {spot}</translation>
    </message>
    <message>
        <source>Put the card that lay aside with your own</source>
        <translation>Ponga la carta apartada con la suya</translation>
    </message>
    <message>
        <source>Put the cards into the shuffler</source>
        <translation>Ponga las cartas en la barajadora</translation>
    </message>
    <message>
        <source>Put the cards where they belong</source>
        <translation>Ponga las cartas en su lugar</translation>
    </message>
    <message>
        <source>Undo the settlement: every chip goes back to where it was before</source>
        <translation>Deshaga la liquidación: cada ficha vuelve a estar como antes</translation>
    </message>
    <message>
        <source>Put the cut card into the stack</source>
        <translation>Ponga la carta de corte en el mazo</translation>
    </message>
    <message>
        <source>Put the played cards back into the shuffler</source>
        <translation>Devuelva las cartas jugadas a la barajadora</translation>
    </message>
    <message>
        <source>Put the second cover card at the very bottom, so that nobody sees the last card</source>
        <translation>Ponga la segunda carta de corte al fondo, para que nadie vea la última carta</translation>
    </message>
    <message>
        <source>Put the second cut card at the back of the stack</source>
        <translation>Ponga la segunda carta de corte al fondo del mazo</translation>
    </message>
    <message>
        <source>Put the second cut card behind the last card of the stack, to hide it</source>
        <translation>Ponga la segunda carta de corte detrás de la última del mazo, para ocultarla</translation>
    </message>
    <message>
        <source>Put the second cutting card at the back of the stack</source>
        <translation>Ponga la segunda carta de corte al fondo del mazo</translation>
    </message>
    <message>
        <source>Put the second {cut_card} into the stack</source>
        <translation>Ponga la segunda {cut_card} en el mazo</translation>
    </message>
    <message>
        <source>Put the stack into the shoe</source>
        <translation>Ponga el mazo en el sabot</translation>
    </message>
    <message>
        <source>Put the {cut_card} into the stack</source>
        <translation>Ponga la {cut_card} en el mazo</translation>
    </message>
    <message>
        <source>Put {amount} back on the {wager} of {spot}: the {half} you took and the {half} you returned</source>
        <translation>Vuelva a poner {amount} en {wager} de {spot}: los {half} que retiró y los {half} que devolvió</translation>
    </message>
    <message>
        <source>queen</source>
        <translation>reina</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Descartes</translation>
    </message>
    <message>
        <source>rack {from_top} from the top (round {round_number}, {owner})</source>
        <translation>descarte, {from_top} desde arriba (ronda {round_number}, {owner})</translation>
    </message>
    <message>
        <source>Read before: {places}.</source>
        <translation>Leída antes: {places}.</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lector</translation>
    </message>
    <message>
        <source>Reader out of order: key the cards</source>
        <translation>Lector averiado: teclear las cartas</translation>
    </message>
    <message>
        <source>Reading the rulebook</source>
        <translation>Leyendo el reglamento</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>lista</translation>
    </message>
    <message>
        <source>Ready: {ruling}. {because} ({name})</source>
        <translation>Lista: {ruling}. {because} ({name})</translation>
    </message>
    <message>
        <source>Reason: {reason}. This needs the {authority}.</source>
        <translation>Motivo: {reason}. Hace falta: {authority}.</translation>
    </message>
    <message>
        <source>Reboot</source>
        <translation>Reiniciar</translation>
    </message>
    <message>
        <source>RECONSTRUCT</source>
        <translation>RECONSTRUIR</translation>
    </message>
    <message>
        <source>reconstruct</source>
        <translation>reconstruir</translation>
    </message>
    <message>
        <source>REFUSE</source>
        <translation>RECHAZAR</translation>
    </message>
    <message>
        <source>refuse</source>
        <translation>rechazar</translation>
    </message>
    <message>
        <source>REFUSED</source>
        <translation>RECHAZADO</translation>
    </message>
    <message>
        <source>Refused: {reason}</source>
        <translation>Rechazado: {reason}</translation>
    </message>
    <message>
        <source>Replace the card after the round</source>
        <translation>Cambie la carta tras la ronda</translation>
    </message>
    <message>
        <source>Replace the damaged card</source>
        <translation>Reemplace la carta dañada</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Report of the gaming day {day}</source>
        <translation>Informe del día de juego {day}</translation>
    </message>
    <message>
        <source>Reported: {what}</source>
        <translation>Avisado: {what}</translation>
    </message>
    <message>
        <source>RESHUFFLE</source>
        <translation>BARAJAR</translation>
    </message>
    <message>
        <source>reshuffle</source>
        <translation>barajar de nuevo</translation>
    </message>
    <message>
        <source>Result for the house</source>
        <translation>Resultado de la casa</translation>
    </message>
    <message>
        <source>RETURN</source>
        <translation>DEVUELVA</translation>
    </message>
    <message>
        <source>return</source>
        <translation>devolución</translation>
    </message>
    <message>
        <source>Return the chips to {spot}</source>
        <translation>Devuelva las fichas a {spot}</translation>
    </message>
    <message>
        <source>Return the progressive chips</source>
        <translation>Devuelva las fichas del progresivo</translation>
    </message>
    <message>
        <source>Return the toke of spot {name}</source>
        <translation>Devuelva la propina de la casilla {name}</translation>
    </message>
    <message>
        <source>Return the wager</source>
        <translation>Devuelva la apuesta</translation>
    </message>
    <message>
        <source>Return the wager that came too late</source>
        <translation>Devuelva la apuesta que llegó tarde</translation>
    </message>
    <message>
        <source>Return the wager to spot {name}</source>
        <translation>Devuelva la apuesta a la casilla {name}</translation>
    </message>
    <message>
        <source>Return the {wager} to {spot}</source>
        <translation>Devuelva {wager} a {spot}</translation>
    </message>
    <message>
        <source>RETURN {amount}</source>
        <translation>DEVUELVA {amount}</translation>
    </message>
    <message>
        <source>Return {amount} of the {wager} to {spot}</source>
        <translation>Devuelva {amount} de {wager} a {spot}</translation>
    </message>
    <message>
        <source>Return {amount} to spot {name}</source>
        <translation>Devuelva {amount} a la casilla {name}</translation>
    </message>
    <message>
        <source>return {amount} to spot {name}</source>
        <translation>devuelva {amount} a la casilla {name}</translation>
    </message>
    <message>
        <source>Return {amount} to {spot}</source>
        <translation>Devuelva {amount} a {spot}</translation>
    </message>
    <message>
        <source>Return {amount} to {spot}: the wager lies as at the call</source>
        <translation>Devuelva {amount} a {spot}: la apuesta queda como en el canto de cierre</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>Devuelto</translation>
    </message>
    <message>
        <source>Riffle half a deck from each side into the middle</source>
        <translation>Entremezcle media baraja de cada lado en el medio</translation>
    </message>
    <message>
        <source>Riffle half decks from both piles onto one final pile</source>
        <translation>Entremezcle medias barajas de ambos montones en un montón final</translation>
    </message>
    <message>
        <source>Riffle half decks from the sides with the middle, until the sides are used up</source>
        <translation>Entremezcle medias barajas de los lados con el medio hasta que se acaben los lados</translation>
    </message>
    <message>
        <source>Riffle: split the cards into two piles and interlace them</source>
        <translation>Entremezcle: divida las cartas en dos montones y entrelácelos</translation>
    </message>
    <message>
        <source>right</source>
        <translation>derecha</translation>
    </message>
    <message>
        <source>Round {number}</source>
        <translation>Ronda {number}</translation>
    </message>
    <message>
        <source>Round {number} cannot be read: {why}</source>
        <translation>La ronda {number} no se puede leer: {why}</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Rondas</translation>
    </message>
    <message>
        <source>Rounds dealt</source>
        <translation>Rondas repartidas</translation>
    </message>
    <message>
        <source>Rounds finished: {count}.</source>
        <translation>Rondas terminadas: {count}.</translation>
    </message>
    <message>
        <source>Rounds of the day</source>
        <translation>Rondas del día</translation>
    </message>
    <message>
        <source>Rounds: {count}</source>
        <translation>Rondas: {count}</translation>
    </message>
    <message>
        <source>row {row}</source>
        <translation>fila {row}</translation>
    </message>
    <message>
        <source>Row {row}: {card}</source>
        <translation>Fila {row}: {card}</translation>
    </message>
    <message>
        <source>Rows written since were verified as they arrived, up to row {row} at {time}.</source>
        <translation>Las filas escritas desde entonces se verificaron al llegar, hasta la fila {row} a las {time}.</translation>
    </message>
    <message>
        <source>ruled</source>
        <translation>decidida</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Reglas</translation>
    </message>
    <message>
        <source>Ruling</source>
        <translation>Decisión</translation>
    </message>
    <message>
        <source>say how much: {ruling} SPOT AMOUNT, with an amount above zero</source>
        <translation>diga cuánto, con un importe mayor que cero: {ruling}</translation>
    </message>
    <message>
        <source>say what the wheel showed: wheel SPOT SYMBOL</source>
        <translation>diga qué mostró la rueda</translation>
    </message>
    <message>
        <source>say which card it is: correct CARD</source>
        <translation>diga qué carta es</translation>
    </message>
    <message>
        <source>say which hands: void SPOT</source>
        <translation>diga qué manos</translation>
    </message>
    <message>
        <source>say who validates it: confirm validate_progressive by NAME</source>
        <translation>diga quién lo valida</translation>
    </message>
    <message>
        <source>say whose chips: {ruling} SPOT AMOUNT</source>
        <translation>diga de quién son las fichas: {ruling}</translation>
    </message>
    <message>
        <source>Verification mark</source>
        <translation>Marca de verificación</translation>
    </message>
    <message>
        <source>sealed</source>
        <translation>sellada</translation>
    </message>
    <message>
        <source>Sealed cards</source>
        <translation>Cartas selladas</translation>
    </message>
    <message>
        <source>sealed with the burn card</source>
        <translation>sellada con la carta quemada</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Seated: {spots}</source>
        <translation>Sentados: {spots}</translation>
    </message>
    <message>
        <source>Secretary</source>
        <translation>Secretario</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>liquidada</translation>
    </message>
    <message>
        <source>settled already: {hands}</source>
        <translation>ya liquidado: {hands}</translation>
    </message>
    <message>
        <source>seven</source>
        <translation>siete</translation>
    </message>
    <message>
        <source>Shift summary</source>
        <translation>Resumen del turno</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>Sabot</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todas</translation>
    </message>
    <message>
        <source>SHOW THEM</source>
        <translation>MOSTRARLAS</translation>
    </message>
    <message>
        <source>Shuffle the cards</source>
        <translation>Baraje las cartas</translation>
    </message>
    <message>
        <source>Shuffle the cards face down until they are well mixed</source>
        <translation>Baraje las cartas boca abajo hasta que estén bien mezcladas</translation>
    </message>
    <message>
        <source>Shuffler</source>
        <translation>Barajadora</translation>
    </message>
    <message>
        <source>shuffling</source>
        <translation>barajando</translation>
    </message>
    <message>
        <source>SIGN</source>
        <translation>FIRMAR</translation>
    </message>
    <message>
        <source>SIMULATED</source>
        <translation>SIMULADA</translation>
    </message>
    <message>
        <source>SIMULATED TABLE</source>
        <translation>MESA SIMULADA</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>desde las {time}</translation>
    </message>
    <message>
        <source>six</source>
        <translation>seis</translation>
    </message>
    <message>
        <source>Somebody at the table acts suspiciously</source>
        <translation>Alguien en la mesa actúa de forma sospechosa</translation>
    </message>
    <message>
        <source>Refused: the title is too low</source>
        <translation>Rechazado: el cargo es demasiado bajo</translation>
    </message>
    <message>
        <source>A sign-in, or a change of people</source>
        <translation>Una identificación, o un cambio de personas</translation>
    </message>
    <message>
        <source>A different kind of device is plugged in there.</source>
        <translation>Ahí está enchufado otro tipo de aparato.</translation>
    </message>
    <message>
        <source>something else is to be settled now: look at the screen again</source>
        <translation>ahora hay que liquidar otra cosa: mire otra vez la pantalla</translation>
    </message>
    <message>
        <source>Something else is wrong</source>
        <translation>Algo más va mal</translation>
    </message>
    <message>
        <source>Something is wrong</source>
        <translation>Algo va mal</translation>
    </message>
    <message>
        <source>Sort and inspect the cards</source>
        <translation>Ordene e inspeccione las cartas</translation>
    </message>
    <message>
        <source>sort mode</source>
        <translation>modo de orden</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sonido</translation>
    </message>
    <message>
        <source>spades</source>
        <translation>picas</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Spin again for spot {name}</source>
        <translation>Gire otra vez para la casilla {name}</translation>
    </message>
    <message>
        <source>Spin the bonus wheel</source>
        <translation>Gire la rueda de bonus</translation>
    </message>
    <message>
        <source>Split the brick into two piles again</source>
        <translation>Parta el bloque otra vez en dos montones</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Casilla</translation>
    </message>
    <message>
        <source>spot and amount come next</source>
        <translation>luego casilla e importe</translation>
    </message>
    <message>
        <source>Spot out</source>
        <translation>Casilla fuera</translation>
    </message>
    <message>
        <source>spot {hands}: settled on a card that may not be used</source>
        <translation>casilla {hands}: liquidada con una carta que no puede usarse</translation>
    </message>
    <message>
        <source>Spot {name}</source>
        <translation>Casilla {name}</translation>
    </message>
    <message>
        <source>spot {name}</source>
        <translation>casilla {name}</translation>
    </message>
    <message>
        <source>Spot {name} as it lay at the call</source>
        <translation>Casilla {name} como estaba al cierre</translation>
    </message>
    <message>
        <source>spot {name} was not skipped: it is still to be asked</source>
        <translation>la casilla {name} no fue pasada por alto: aún se le preguntará</translation>
    </message>
    <message>
        <source>spot {name} is asked now, not {name2}</source>
        <translation>ahora se pregunta a la casilla {name}, no a {name2}</translation>
    </message>
    <message>
        <source>Spot {name} is not asked again</source>
        <translation>No se pregunta otra vez a la casilla {name}</translation>
    </message>
    <message>
        <source>spot {name} is not at war</source>
        <translation>la casilla {name} no está en guerra</translation>
    </message>
    <message>
        <source>Spot {name} is void: its wagers go back</source>
        <translation>La casilla {name} es nula: sus apuestas se devuelven</translation>
    </message>
    <message>
        <source>Spot {name} out, wager back</source>
        <translation>Casilla {name} fuera, apuesta devuelta</translation>
    </message>
    <message>
        <source>Spot {name} plays without a card</source>
        <translation>La casilla {name} juega sin carta</translation>
    </message>
    <message>
        <source>Spot {name} stays as settled</source>
        <translation>La casilla {name} queda como se liquidó</translation>
    </message>
    <message>
        <source>Spot {name} void, wagers back</source>
        <translation>Casilla {name} nula, apuestas devueltas</translation>
    </message>
    <message>
        <source>spot {name} would be paid {amount}, the limit is {limit}</source>
        <translation>la casilla {name} cobraría {amount}, el límite es {limit}</translation>
    </message>
    <message>
        <source>Spot {name}: surrender</source>
        <translation>Casilla {name}: rendición</translation>
    </message>
    <message>
        <source>spot {name}: the cards of the war are in the rack, and the book does not say what follows then</source>
        <translation>casilla {name}: las cartas de la guerra están en el portadescartes y el libro no dice qué sigue entonces</translation>
    </message>
    <message>
        <source>spot {name}: the {war_wager} is {wanted}, no more and no less</source>
        <translation>casilla {name}: {war_wager} es {wanted}, ni más ni menos</translation>
    </message>
    <message>
        <source>Spot {name}: war</source>
        <translation>Casilla {name}: guerra</translation>
    </message>
    <message>
        <source>Spot {name}: {amount}</source>
        <translation>Casilla {name}: {amount}</translation>
    </message>
    <message>
        <source>Spot {name}: {moves}</source>
        <translation>Casilla {name}: {moves}</translation>
    </message>
    <message>
        <source>spot {name}: {needs_the_floor}</source>
        <translation>casilla {name}: {needs_the_floor}</translation>
    </message>
    <message>
        <source>spot {name}: {worth}</source>
        <translation>casilla {name}: {worth}</translation>
    </message>
    <message>
        <source>spot {owner}</source>
        <translation>casilla {owner}</translation>
    </message>
    <message>
        <source>spot {place}</source>
        <translation>casilla {place}</translation>
    </message>
    <message>
        <source>Spot {place}: {card}</source>
        <translation>Casilla {place}: {card}</translation>
    </message>
    <message>
        <source>spot {spot}</source>
        <translation>casilla {spot}</translation>
    </message>
    <message>
        <source>Spot {spot} called a wager out</source>
        <translation>La casilla {spot} cantó una apuesta</translation>
    </message>
    <message>
        <source>Spot {spot} declines the cut</source>
        <translation>La casilla {spot} rehúsa el corte</translation>
    </message>
    <message>
        <source>spot {spot} has one bettor: name it {spot}, or a second one {spot}b</source>
        <translation>la casilla {spot} tiene un apostador: nómbrela {spot}, o un segundo {spot}b</translation>
    </message>
    <message>
        <source>spot {spot} has refused the cut already</source>
        <translation>la casilla {spot} ya rehusó el corte</translation>
    </message>
    <message>
        <source>spot {spot} is shared; name its bettors {spot}a, {spot}b, {spot}c</source>
        <translation>la casilla {spot} es compartida; nombre a sus apostantes {spot}a, {spot}b, {spot}c</translation>
    </message>
    <message>
        <source>Spot {spot} takes the cut</source>
        <translation>La casilla {spot} acepta el corte</translation>
    </message>
    <message>
        <source>Spot {spot}: the wheel stopped at {symbol}</source>
        <translation>Casilla {spot}: la rueda paró en {symbol}</translation>
    </message>
    <message>
        <source>spot {spot}{bettor}</source>
        <translation>casilla {spot}{bettor}</translation>
    </message>
    <message>
        <source>spot {spot}{bettor} is there twice</source>
        <translation>la casilla {spot}{bettor} está dos veces</translation>
    </message>
    <message>
        <source>spot {which} has no progressive wager</source>
        <translation>la casilla {which} no tiene apuesta progresiva</translation>
    </message>
    <message>
        <source>spot {which}{bettor}</source>
        <translation>casilla {which}{bettor}</translation>
    </message>
    <message>
        <source>spots {names}</source>
        <translation>casillas {names}</translation>
    </message>
    <message>
        <source>spread and shuffle it</source>
        <translation>extenderlo y barajarlo</translation>
    </message>
    <message>
        <source>Spread and stack each batch by itself, apart from the other</source>
        <translation>Extienda y apile cada lote por sí solo, aparte del otro</translation>
    </message>
    <message>
        <source>Spread each deck: all cards there? Verify all eight decks</source>
        <translation>Extienda cada baraja: ¿están todas las cartas? Verifique las ocho barajas</translation>
    </message>
    <message>
        <source>Spread the cards face down, or face up if a player asks</source>
        <translation>Extienda las cartas boca abajo, o boca arriba si un jugador lo pide</translation>
    </message>
    <message>
        <source>Spread the cards face up for the first player</source>
        <translation>Extienda las cartas boca arriba para el primer jugador</translation>
    </message>
    <message>
        <source>Spread the cards face up in fan-shaped columns, by deck, suit and sequence, for the first player to look at</source>
        <translation>Extienda las cartas boca arriba en columnas en abanico, por baraja, palo y orden, para que las mire el primer jugador</translation>
    </message>
    <message>
        <source>Spread the cards face up in fan-shaped rows, by deck, suit and sequence, for the first player or players to look at</source>
        <translation>Extienda las cartas boca arriba en filas en abanico, por baraja, palo y orden, para que las miren el primer jugador o los primeros</translation>
    </message>
    <message>
        <source>Spread the cards face up, according to suit and in sequence, for the first player to look at</source>
        <translation>Extienda las cartas boca arriba, por palo y en orden, para que las mire el primer jugador</translation>
    </message>
    <message>
        <source>Spread the cards on the table, face up or face down</source>
        <translation>Extienda las cartas sobre la mesa, boca arriba o boca abajo</translation>
    </message>
    <message>
        <source>Spread, wash, stack and shuffle each batch by itself</source>
        <translation>Extienda, revuelva, apile y baraje cada lote por sí solo</translation>
    </message>
    <message>
        <source>Stack the cards</source>
        <translation>Apile las cartas</translation>
    </message>
    <message>
        <source>Staked</source>
        <translation>Apostado</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Station</source>
        <translation>Estación</translation>
    </message>
    <message>
        <source>STATION FAULT: the station restarted. Check every card.</source>
        <translation>FALLO DE LA ESTACIÓN: la estación se reinició. Revise cada carta.</translation>
    </message>
    <message>
        <source>STATION BUSY: do not deal until this clears. Its disk or a device is slow.</source>
        <translation>ESTACIÓN OCUPADA: no reparta hasta que esto desaparezca. Su disco o un aparato va lento.</translation>
    </message>
    <message>
        <source>STATION STOPPED</source>
        <translation>ESTACIÓN PARADA</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Paso atrás</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Paso adelante</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>STOP. {reason} Call the {authority}</source>
        <translation>PARE. {reason} Llame a: {authority}</translation>
    </message>
    <message>
        <source>STOP. {reason}. Call the {authority}</source>
        <translation>PARE. {reason}. Llame a: {authority}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>parado</translation>
    </message>
    <message>
        <source>Strip: make running cuts</source>
        <translation>Mezcle por paquetes: cortes seguidos</translation>
    </message>
    <message>
        <source>Suits</source>
        <translation>Palos</translation>
    </message>
    <message>
        <source>supervisor</source>
        <translation>supervisor</translation>
    </message>
    <message>
        <source>supervisor or above</source>
        <translation>supervisor o superior</translation>
    </message>
    <message>
        <source>SURRENDER</source>
        <translation>RENDICIÓN</translation>
    </message>
    <message>
        <source>surrender</source>
        <translation>rendición</translation>
    </message>
    <message>
        <source>SURRENDER {name}</source>
        <translation>RENDICIÓN {name}</translation>
    </message>
    <message>
        <source>TABLE CLOSED</source>
        <translation>MESA CERRADA</translation>
    </message>
    <message>
        <source>TABLE HELD</source>
        <translation>MESA PARADA</translation>
    </message>
    <message>
        <source>TAKE</source>
        <translation>RETIRE</translation>
    </message>
    <message>
        <source>take</source>
        <translation>retirada</translation>
    </message>
    <message>
        <source>Take all cards out of the shoe and the discard rack</source>
        <translation>Saque todas las cartas del sabot y del descarte</translation>
    </message>
    <message>
        <source>Take all cards out of the shuffler</source>
        <translation>Saque todas las cartas de la barajadora</translation>
    </message>
    <message>
        <source>Show the toke and its payoff to the camera, then put both into the toke box</source>
        <translation>Muestre la propina y su pago a la cámara y después ponga ambos en la caja de propinas</translation>
    </message>
    <message>
        <source>Take from a player</source>
        <translation>Cobre a un jugador</translation>
    </message>
    <message>
        <source>Take from a player, undo all others</source>
        <translation>Cobre a un jugador y deshaga las demás</translation>
    </message>
    <message>
        <source>Take from spot {name}</source>
        <translation>Cobre a la casilla {name}</translation>
    </message>
    <message>
        <source>Take from spot {name}, undo all others</source>
        <translation>Cobre a la casilla {name} y deshaga las demás</translation>
    </message>
    <message>
        <source>Take the card of {spot} into the discard rack, out of play</source>
        <translation>Lleve la carta de {spot} al descarte, fuera de juego</translation>
    </message>
    <message>
        <source>Take the cards of {spot} into the discard rack: that hand is settled</source>
        <translation>Lleve las cartas de {spot} al descarte: esa mano está liquidada</translation>
    </message>
    <message>
        <source>Take the card of {spot}, face down, to the burns</source>
        <translation>Lleve la carta de {spot}, boca abajo, a las quemadas</translation>
    </message>
    <message>
        <source>Take the misplaced card at {spot} into the discard rack</source>
        <translation>Lleve la carta mal puesta de {spot} al descarte</translation>
    </message>
    <message>
        <source>Take the misplaced card at {spot}, face down, to the burns</source>
        <translation>Lleve la carta mal puesta de {spot}, boca abajo, a las quemadas</translation>
    </message>
    <message>
        <source>Take the misplaced card into the discard rack</source>
        <translation>Lleve la carta mal puesta al descarte</translation>
    </message>
    <message>
        <source>Take the misplaced card, face down, to the burns</source>
        <translation>Lleve la carta mal puesta, boca abajo, a las quemadas</translation>
    </message>
    <message>
        <source>Take the cards of the war back in their order: they are the next cards out</source>
        <translation>Recoja en orden las cartas de la guerra: son las próximas en salir</translation>
    </message>
    <message>
        <source>Take the cards out of the shuffler</source>
        <translation>Saque las cartas de la barajadora</translation>
    </message>
    <message>
        <source>Wait until the shuffler is ready, then take the batch out of it</source>
        <translation>Espere a que la barajadora esté lista y saque el lote</translation>
    </message>
    <message>
        <source>Take the shuffled batch out of the shuffler</source>
        <translation>Saque de la barajadora el lote barajado</translation>
    </message>
    <message>
        <source>Then put the other batch into the shuffler: it is shuffled and stored while this one is dealt ({cite})</source>
        <translation>Después ponga el otro lote en la barajadora: se baraja y se guarda mientras se reparte este ({cite})</translation>
    </message>
    <message>
        <source>Take the wager that was called</source>
        <translation>Acepte la apuesta de palabra</translation>
    </message>
    <message>
        <source>Take the wagers of spot {name}</source>
        <translation>Cobre las apuestas de la casilla {name}</translation>
    </message>
    <message>
        <source>Take wagers</source>
        <translation>Tome apuestas</translation>
    </message>
    <message>
        <source>Take wagers, then call "{close_call}"</source>
        <translation>Tome apuestas y luego cante "{close_call}"</translation>
    </message>
    <message>
        <source>Take wagers. If nothing changed, call "{close_call}"</source>
        <translation>Tome apuestas. Si no ha cambiado nada, cante "{close_call}"</translation>
    </message>
    <message>
        <source>Take your card into the discard rack, out of play</source>
        <translation>Lleve su carta al descarte, fuera de juego</translation>
    </message>
    <message>
        <source>Take your cards into the discard rack: no wager waits for them</source>
        <translation>Lleve sus cartas al descarte: ninguna apuesta depende de ellas</translation>
    </message>
    <message>
        <source>Take your card, face down, to the burns</source>
        <translation>Lleve su carta, boca abajo, a las quemadas</translation>
    </message>
    <message>
        <source>Take {amount} from spot {name}</source>
        <translation>Cobre {amount} a la casilla {name}</translation>
    </message>
    <message>
        <source>Take {amount} from spot {name}, undo all others</source>
        <translation>Cobre {amount} a la casilla {name} y deshaga las demás</translation>
    </message>
    <message>
        <source>Take {amount} from {spot}</source>
        <translation>Retire {amount} de {spot}</translation>
    </message>
    <message>
        <source>Take {amount} of spot {name}</source>
        <translation>Cobre {amount} de la casilla {name}</translation>
    </message>
    <message>
        <source>TAKE {amount} of {wager}</source>
        <translation>RETIRE {amount} de {wager}</translation>
    </message>
    <message>
        <source>Take, pay or return one hand's wagers</source>
        <translation>Retire, pague o devuelva las apuestas de una mano</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Retirado</translation>
    </message>
    <message>
        <source>Taken or paid, at least</source>
        <translation>Cobrado o pagado, al menos</translation>
    </message>
    <message>
        <source>Tap a dealer's name at the dealer's screen.</source>
        <translation>Toque el nombre de un crupier en la pantalla del crupier.</translation>
    </message>
    <message>
        <source>Tap every taken seat</source>
        <translation>Toque cada asiento ocupado</translation>
    </message>
    <message>
        <source>The cards stay as they lie</source>
        <translation>Las cartas quedan como están</translation>
    </message>
    <message>
        <source>ten</source>
        <translation>diez</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>that is where the card was due: it is not misplaced</source>
        <translation>ahí tocaba la carta: no está fuera de lugar</translation>
    </message>
    <message>
        <source>the amount comes next</source>
        <translation>luego el importe</translation>
    </message>
    <message>
        <source>The amount is not known</source>
        <translation>El importe no se sabe</translation>
    </message>
    <message>
        <source>The book's remedy: {remedy}. Depart anyway?</source>
        <translation>El remedio del reglamento: {remedy}. ¿Apartarse de todos modos?</translation>
    </message>
    <message>
        <source>The burn stays</source>
        <translation>La quema queda</translation>
    </message>
    <message>
        <source>The burn was forgotten</source>
        <translation>Se olvidó la quema</translation>
    </message>
    <message>
        <source>The burn was made</source>
        <translation>La quema se hizo</translation>
    </message>
    <message>
        <source>the camera recording was checked</source>
        <translation>se revisó la grabación de la cámara</translation>
    </message>
    <message>
        <source>the camera was looked at</source>
        <translation>se miró la cámara</translation>
    </message>
    <message>
        <source>the card in question lies face down, so no earlier read can be told wrong</source>
        <translation>la carta en cuestión está boca abajo: no puede decirse falsa una lectura anterior</translation>
    </message>
    <message>
        <source>The card is not damaged</source>
        <translation>La carta no está dañada</translation>
    </message>
    <message>
        <source>The card is turned</source>
        <translation>La carta está descubierta</translation>
    </message>
    <message>
        <source>The card is {face}</source>
        <translation>La carta es {face}</translation>
    </message>
    <message>
        <source>The card lies where it was due</source>
        <translation>La carta está donde tocaba</translation>
    </message>
    <message>
        <source>The card that is held</source>
        <translation>La carta retenida</translation>
    </message>
    <message>
        <source>The card was due</source>
        <translation>La carta tocaba</translation>
    </message>
    <message>
        <source>The card was not face up</source>
        <translation>La carta no estaba boca arriba</translation>
    </message>
    <message>
        <source>the cards are being shuffled already</source>
        <translation>las cartas ya se están barajando</translation>
    </message>
    <message>
        <source>the cards are dealt</source>
        <translation>se reparten las cartas</translation>
    </message>
    <message>
        <source>the cards came shuffled; this book gives players no demand</source>
        <translation>las cartas vinieron barajadas; este reglamento no da petición a los jugadores</translation>
    </message>
    <message>
        <source>The cards are as shown</source>
        <translation>Las cartas están como se ve</translation>
    </message>
    <message>
        <source>The cards are not as shown</source>
        <translation>Las cartas no están como se ve</translation>
    </message>
    <message>
        <source>the cards of that deal have been picked up</source>
        <translation>las cartas de ese reparto ya se recogieron</translation>
    </message>
    <message>
        <source>The cards were cut, {cards} deep</source>
        <translation>Se cortaron las cartas, a {cards} de hondo</translation>
    </message>
    <message>
        <source>the change does not count</source>
        <translation>el cambio no vale</translation>
    </message>
    <message>
        <source>it is settled by that</source>
        <translation>así se liquidó</translation>
    </message>
    <message>
        <source>The chips are correct</source>
        <translation>Las fichas están como corresponde</translation>
    </message>
    <message>
        <source>every wager goes back</source>
        <translation>todas las apuestas se devuelven</translation>
    </message>
    <message>
        <source>Undo what was settled</source>
        <translation>Deshacer lo que se pagó y se cobró</translation>
    </message>
    <message>
        <source>The chips match</source>
        <translation>Las fichas coinciden</translation>
    </message>
    <message>
        <source>The chips stay as they lie</source>
        <translation>Las fichas valen como están</translation>
    </message>
    <message>
        <source>The claim about spot {name} is right</source>
        <translation>El reclamo de la casilla {name} es justo</translation>
    </message>
    <message>
        <source>The clock was read</source>
        <translation>Se leyó el reloj</translation>
    </message>
    <message>
        <source>The count is right</source>
        <translation>El recuento es correcto</translation>
    </message>
    <message>
        <source>The count of the cards is wrong</source>
        <translation>El recuento de las cartas no cuadra</translation>
    </message>
    <message>
        <source>The coupon of spot {name} does not count</source>
        <translation>El cupón de la casilla {name} no vale</translation>
    </message>
    <message>
        <source>The coupon of spot {name} is settled</source>
        <translation>El cupón de la casilla {name} está liquidado</translation>
    </message>
    <message>
        <source>the {cut_card} at {cards} cards from the back is wrong: {measure_words}</source>
        <translation>{cut_card} a {cards} cartas desde atrás está mal: {measure_words}</translation>
    </message>
    <message>
        <source>The cut card came and nobody shuffled, or it is overdue</source>
        <translation>La carta de corte salió y nadie barajó, o se retrasa</translation>
    </message>
    <message>
        <source>The cut card came out</source>
        <translation>Salió la carta de corte</translation>
    </message>
    <message>
        <source>The cut card came out: does the shoe go on?</source>
        <translation>Salió la carta de corte: ¿sigue el sabot?</translation>
    </message>
    <message>
        <source>The cut card did not come out</source>
        <translation>La carta de corte no salió</translation>
    </message>
    <message>
        <source>The cut card has not come</source>
        <translation>La carta de corte no ha salido</translation>
    </message>
    <message>
        <source>The cut card is in the shoe</source>
        <translation>La carta de corte está en el sabot</translation>
    </message>
    <message>
        <source>the {cut_card} is not put back now</source>
        <translation>ahora no se pone {cut_card}</translation>
    </message>
    <message>
        <source>The cut card was never put in</source>
        <translation>Nunca se puso la carta de corte</translation>
    </message>
    <message>
        <source>The cut card was put back, {cards} from the back</source>
        <translation>Se devolvió la carta de corte, a {cards} del final</translation>
    </message>
    <message>
        <source>The cut is accepted</source>
        <translation>Se acepta el corte</translation>
    </message>
    <message>
        <source>the cut is not offered now</source>
        <translation>ahora no se ofrece el corte</translation>
    </message>
    <message>
        <source>the cut is offered to spot {which} first</source>
        <translation>el corte se ofrece primero a la casilla {which}</translation>
    </message>
    <message>
        <source>The cut is refused</source>
        <translation>Se rehúsa el corte</translation>
    </message>
    <message>
        <source>The day after</source>
        <translation>El día después</translation>
    </message>
    <message>
        <source>The day before</source>
        <translation>El día antes</translation>
    </message>
    <message>
        <source>Counting the day…</source>
        <translation>Se está contando el día…</translation>
    </message>
    <message>
        <source>the dealer has a card already</source>
        <translation>el crupier ya tiene una carta</translation>
    </message>
    <message>
        <source>The dealer's card is known: players who step out now do not choose blind. This is logged ({cite}).</source>
        <translation>La carta del crupier ya se ha visto: quien se retire ahora no elige a ciegas. Queda registrado ({cite}).</translation>
    </message>
    <message>
        <source>The device is in order</source>
        <translation>El aparato está en orden</translation>
    </message>
    <message>
        <source>The device is checked</source>
        <translation>El aparato está revisado</translation>
    </message>
    <message>
        <source>The dispute is noted and signed: row {row} of {file}.</source>
        <translation>La disputa está anotada y firmada: fila {row} de {file}.</translation>
    </message>
    <message>
        <source>The dispute sheet is in {file}</source>
        <translation>La hoja de disputa está en {file}</translation>
    </message>
    <message>
        <source>The door of the shuffler is open: close it</source>
        <translation>La puerta de la barajadora está abierta: ciérrela</translation>
    </message>
    <message>
        <source>The draft of the note is kept in this window; it is not in the review log.</source>
        <translation>El borrador de la nota queda en esta ventana; no está en el registro de revisión.</translation>
    </message>
    <message>
        <source>The first cutting card stays at the back and covers the last card. When the second comes out, that hand is the last of the shoe</source>
        <translation>La primera carta de corte se queda al fondo y cubre la última carta. Cuando sale la segunda, esa mano es la última del sabot</translation>
    </message>
    <message>
        <source>The floor validates the progressive payout</source>
        <translation>El supervisor valida el pago del progresivo</translation>
    </message>
    <message>
        <source>The floor verifies the inspection</source>
        <translation>El supervisor verifica la inspección</translation>
    </message>
    <message>
        <source>The floor was here</source>
        <translation>El supervisor estuvo aquí</translation>
    </message>
    <message>
        <source>Put both halves back on the {wager} of {spot}: the one you took and the one you returned</source>
        <translation>Vuelva a poner las dos mitades en {wager} de {spot}: la que retiró y la que devolvió</translation>
    </message>
    <message>
        <source>The hand stands</source>
        <translation>La mano vale</translation>
    </message>
    <message>
        <source>The hand was settled correctly</source>
        <translation>La mano se liquidó bien</translation>
    </message>
    <message>
        <source>The key was taken from the file itself: the rows are unchanged, but their author is not proved.</source>
        <translation>La clave se tomó del mismo archivo: las filas no cambiaron, pero su autor no está probado.</translation>
    </message>
    <message>
        <source>Enter the key file, your name and the reason.</source>
        <translation>Escriba el archivo de la clave, su nombre y el motivo.</translation>
    </message>
    <message>
        <source>The last card</source>
        <translation>La última carta</translation>
    </message>
    <message>
        <source>The last rows are not signed yet; that happens each minute and at each round's end.</source>
        <translation>Las últimas filas aún no están firmadas; eso ocurre cada minuto y al final de cada ronda.</translation>
    </message>
    <message>
        <source>The last tap was taken back</source>
        <translation>Se deshizo el último toque</translation>
    </message>
    <message>
        <source>The lid of the shoe is open: close it</source>
        <translation>La tapa del sabot está abierta: ciérrela</translation>
    </message>
    <message>
        <source>The log begins</source>
        <translation>El registro empieza</translation>
    </message>
    <message>
        <source>The log continues in another file: as of {time}, the last row of this one.</source>
        <translation>El registro sigue en otro archivo: a fecha de {time}, la última fila de este.</translation>
    </message>
    <message>
        <source>The log stores an anchor</source>
        <translation>El registro guarda un ancla</translation>
    </message>
    <message>
        <source>The log stores the rulebook</source>
        <translation>El registro guarda el reglamento</translation>
    </message>
    <message>
        <source>The log names its keys</source>
        <translation>El registro nombra sus claves</translation>
    </message>
    <message>
        <source>The manual says face up ({cite}); the operator confirmed {way} for this device</source>
        <translation>El manual dice boca arriba ({cite}); el operador confirmó {way} para este aparato</translation>
    </message>
    <message>
        <source>The manual says face up ({cite}); {way} for this device is not confirmed yet: ask</source>
        <translation>El manual dice boca arriba ({cite}); {way} para este aparato aún no está confirmado: pregunte</translation>
    </message>
    <message>
        <source>The previous month, {file}, is not here and was not verified.</source>
        <translation>El mes anterior, {file}, no está aquí y no se miró.</translation>
    </message>
    <message>
        <source>The month was closed</source>
        <translation>Se cerró el mes</translation>
    </message>
    <message>
        <source>the next player {way} from {where}</source>
        <translation>el jugador siguiente {way} desde {where}</translation>
    </message>
    <message>
        <source>The payout is above the limit for a hand</source>
        <translation>El pago supera el límite por mano</translation>
    </message>
    <message>
        <source>The payout is within the limit</source>
        <translation>El pago está dentro del límite</translation>
    </message>
    <message>
        <source>The PIN could not be checked. Enter it again.</source>
        <translation>No se pudo comprobar el PIN. Introdúzcalo otra vez.</translation>
    </message>
    <message>
        <source>Checking PIN…</source>
        <translation>Comprobando el PIN…</translation>
    </message>
    <message>
        <source>The player cuts</source>
        <translation>Corta el jugador</translation>
    </message>
    <message>
        <source>The player did not leave</source>
        <translation>El jugador no se fue</translation>
    </message>
    <message>
        <source>The player is right</source>
        <translation>El jugador tiene razón</translation>
    </message>
    <message>
        <source>The player is seated</source>
        <translation>El jugador está sentado</translation>
    </message>
    <message>
        <source>The player on spot {name} says: I surrender.</source>
        <translation>El jugador de la casilla {name} dice: me rindo.</translation>
    </message>
    <message>
        <source>The player on spot {name} says: war.</source>
        <translation>El jugador de la casilla {name} dice: guerra.</translation>
    </message>
    <message>
        <source>The player was asked</source>
        <translation>Se preguntó al jugador</translation>
    </message>
    <message>
        <source>the players agreed</source>
        <translation>los jugadores estaban de acuerdo</translation>
    </message>
    <message>
        <source>The players have their chips ready: let them bet, then make the closing call.</source>
        <translation>Los jugadores tienen las fichas listas: deje que apuesten y cierre las apuestas.</translation>
    </message>
    <message>
        <source>The progressive chips do not match</source>
        <translation>Las fichas del progresivo no cuadran</translation>
    </message>
    <message>
        <source>No signal from the progressive controller: check its cable and power</source>
        <translation>Sin señal del controlador del progresivo: revise el cable y la corriente</translation>
    </message>
    <message>
        <source>The progressive controller is out of order</source>
        <translation>El controlador del progresivo no funciona</translation>
    </message>
    <message>
        <source>The progressive controller reports an error</source>
        <translation>El controlador del progresivo avisa de un error</translation>
    </message>
    <message>
        <source>the question is about spot {what}, not about {which}</source>
        <translation>la pregunta es sobre la casilla {what}, no sobre {which}</translation>
    </message>
    <message>
        <source>The rack is empty.</source>
        <translation>El portadescartes está vacío.</translation>
    </message>
    <message>
        <source>the reader could not read it</source>
        <translation>el lector no pudo leerla</translation>
    </message>
    <message>
        <source>The reader could not read this card: key it in</source>
        <translation>El lector no pudo leer esta carta: tecléela</translation>
    </message>
    <message>
        <source>The reader is out of order: cards are keyed in</source>
        <translation>El lector no funciona: las cartas se teclean</translation>
    </message>
    <message>
        <source>the reader was wrong</source>
        <translation>el lector se equivocó</translation>
    </message>
    <message>
        <source>The reader works again</source>
        <translation>El lector vuelve a funcionar</translation>
    </message>
    <message>
        <source>Enter the reason and your name.</source>
        <translation>Escriba el motivo y su nombre.</translation>
    </message>
    <message>
        <source>the regulator or the management requires it</source>
        <translation>lo exige el regulador o la dirección</translation>
    </message>
    <message>
        <source>the regulator or the management wants it so</source>
        <translation>lo quiere el regulador o la dirección</translation>
    </message>
    <message>
        <source>The report is in {file}</source>
        <translation>El informe está en {file}</translation>
    </message>
    <message>
        <source>the report is undone</source>
        <translation>el aviso se deshace</translation>
    </message>
    <message>
        <source>the round is as it was, and what was settled stays</source>
        <translation>la ronda queda como estaba y lo liquidado se mantiene</translation>
    </message>
    <message>
        <source>The report was mistaken</source>
        <translation>El aviso fue un error</translation>
    </message>
    <message>
        <source>The review log {file} is BROKEN at row {row}: notes from there on are not proved.</source>
        <translation>El registro de revisión {file} está ROTO en la fila {row}: las notas desde ahí no están probadas.</translation>
    </message>
    <message>
        <source>The review log {file} is BROKEN: no note in it is proved.</source>
        <translation>El registro de revisión {file} está ROTO: ninguna de sus notas está probada.</translation>
    </message>
    <message>
        <source>The summary of the round</source>
        <translation>El resumen de la ronda</translation>
    </message>
    <message>
        <source>Reading the round…</source>
        <translation>Se está leyendo la ronda…</translation>
    </message>
    <message>
        <source>The round is over</source>
        <translation>La ronda terminó</translation>
    </message>
    <message>
        <source>The round is void, but hands were settled</source>
        <translation>La ronda es nula, pero se liquidaron manos</translation>
    </message>
    <message>
        <source>The round is void: wagers that are not settled go back</source>
        <translation>La ronda es nula: se devuelve lo que no está liquidado</translation>
    </message>
    <message>
        <source>The same batch came out again</source>
        <translation>Salió otra vez el mismo lote</translation>
    </message>
    <message>
        <source>the same cards</source>
        <translation>las mismas cartas</translation>
    </message>
    <message>
        <source>The screen says: %1</source>
        <translation>La pantalla dice: %1</translation>
    </message>
    <message>
        <source>The screen shows the wrong card</source>
        <translation>La pantalla muestra una carta equivocada</translation>
    </message>
    <message>
        <source>Screen asleep. Touch to wake.</source>
        <translation>La pantalla duerme. Tóquela para despertarla.</translation>
    </message>
    <message>
        <source>The sheet is made when the log is verified.</source>
        <translation>La hoja se hace cuando el registro esté verificado.</translation>
    </message>
    <message>
        <source>The shoe is empty</source>
        <translation>El sabot está vacío</translation>
    </message>
    <message>
        <source>the shoe is empty, {left} should be in it</source>
        <translation>el sabot está vacío, debería tener {left}</translation>
    </message>
    <message>
        <source>No signal from the shoe: check its cable and power</source>
        <translation>Sin señal del sabot: revise el cable y la corriente</translation>
    </message>
    <message>
        <source>The shoe is out of order</source>
        <translation>El sabot no funciona</translation>
    </message>
    <message>
        <source>The shoe reports an error</source>
        <translation>El sabot avisa de un error</translation>
    </message>
    <message>
        <source>The shuffle was not completed: do not deal its cards</source>
        <translation>El barajado no se completó: no se reparte ninguna de sus cartas</translation>
    </message>
    <message>
        <source>The shuffler did not fail</source>
        <translation>La barajadora no falló</translation>
    </message>
    <message>
        <source>The shuffler failed</source>
        <translation>Falló la barajadora</translation>
    </message>
    <message>
        <source>The shuffler has stopped: do not deal its cards</source>
        <translation>La barajadora se paró: no se reparte ninguna de sus cartas</translation>
    </message>
    <message>
        <source>The shuffler is jammed: do not deal its cards</source>
        <translation>La barajadora está atascada: no se reparte ninguna de sus cartas</translation>
    </message>
    <message>
        <source>No signal from the shuffler: check its cable and power</source>
        <translation>Sin señal de la barajadora: revise el cable y la corriente</translation>
    </message>
    <message>
        <source>The shuffler is out of order</source>
        <translation>La barajadora no funciona</translation>
    </message>
    <message>
        <source>The shuffler reports an error</source>
        <translation>La barajadora avisa de un error</translation>
    </message>
    <message>
        <source>the shuffler reports {shuffler}: an incomplete shuffle is never dealt</source>
        <translation>la barajadora dice {shuffler}: una mezcla incompleta nunca llega al sabot</translation>
    </message>
    <message>
        <source>The shuffler shuffles again</source>
        <translation>La barajadora baraja otra vez</translation>
    </message>
    <message>
        <source>The shuffler sorts instead of shuffling: do not deal its cards</source>
        <translation>La barajadora ordena en vez de barajar: no se reparte ninguna de sus cartas</translation>
    </message>
    <message>
        <source>The spot had its card</source>
        <translation>La casilla tuvo su carta</translation>
    </message>
    <message>
        <source>The station resumes with it automatically.</source>
        <translation>La estación sigue con él automáticamente.</translation>
    </message>
    <message>
        <source>The station has stopped.</source>
        <translation>La estación se ha parado.</translation>
    </message>
    <message>
        <source>The station started</source>
        <translation>La estación arrancó</translation>
    </message>
    <message>
        <source>The station was stopped</source>
        <translation>La estación se apagó en orden</translation>
    </message>
    <message>
        <source>The supervisor inspects the cards too, independently</source>
        <translation>El supervisor también inspecciona las cartas, por su cuenta</translation>
    </message>
    <message>
        <source>the symbol does not count</source>
        <translation>el símbolo no vale</translation>
    </message>
    <message>
        <source>the symbol says {symbol}, the table pays {amount}</source>
        <translation>el símbolo dice {symbol}, la tabla paga {amount}</translation>
    </message>
    <message>
        <source>the system accepted {named}; chips came from {named2}</source>
        <translation>el sistema aceptó {named}; llegaron fichas de {named2}</translation>
    </message>
    <message>
        <source>The table is held: rule on it at the dealer's screen.</source>
        <translation>La mesa está detenida: decida en la pantalla del crupier.</translation>
    </message>
    <message>
        <source>The table is held: {what}</source>
        <translation>La mesa está detenida: {what}</translation>
    </message>
    <message>
        <source>the table is open already</source>
        <translation>la mesa ya está abierta</translation>
    </message>
    <message>
        <source>The table is stopped until a ruling is made</source>
        <translation>La mesa está parada hasta que haya una decisión</translation>
    </message>
    <message>
        <source>the table is stopped; a ruling comes first</source>
        <translation>la mesa está parada; antes hace falta una decisión</translation>
    </message>
    <message>
        <source>The table was not idle</source>
        <translation>La mesa no estaba parada</translation>
    </message>
    <message>
        <source>The table was opened</source>
        <translation>Se abrió la mesa</translation>
    </message>
    <message>
        <source>The toke follows the hand</source>
        <translation>La propina sigue a la mano</translation>
    </message>
    <message>
        <source>The toke of spot {name} follows the hand</source>
        <translation>La propina de la casilla {name} sigue a la mano</translation>
    </message>
    <message>
        <source>The wager of spot {name} stands</source>
        <translation>La apuesta de la casilla {name} vale</translation>
    </message>
    <message>
        <source>The wager is within the limit</source>
        <translation>La apuesta está dentro del límite</translation>
    </message>
    <message>
        <source>The wager was not changed</source>
        <translation>La apuesta no se cambió</translation>
    </message>
    <message>
        <source>These are the wagers</source>
        <translation>Estas son las apuestas</translation>
    </message>
    <message>
        <source>the wagers stand: the call had been made before the shuffle</source>
        <translation>las apuestas quedan: el canto se hizo antes de barajar</translation>
    </message>
    <message>
        <source>the wheel is spun for spot {which} now</source>
        <translation>la rueda se gira ahora para la casilla {which}</translation>
    </message>
    <message>
        <source>THE WHEEL SHOWED</source>
        <translation>LA RUEDA MOSTRÓ</translation>
    </message>
    <message>
        <source>The wheel was misread</source>
        <translation>La rueda se leyó mal</translation>
    </message>
    <message>
        <source>The wheel's symbol must be validated before it is paid</source>
        <translation>El símbolo de la rueda debe validarse antes de pagar</translation>
    </message>
    <message>
        <source>The whole file was verified on {day} at {time}.</source>
        <translation>El archivo entero se verificó el {day} a las {time}.</translation>
    </message>
    <message>
        <source>The written round is copied.</source>
        <translation>La ronda escrita está copiada.</translation>
    </message>
    <message>
        <source>The written round would name a card that stays face down: open its seal first.</source>
        <translation>La ronda escrita nombraría una carta que queda boca abajo: abra antes su sello.</translation>
    </message>
    <message>
        <source>The {cut_card} is out: lay it aside.</source>
        <translation>Ha salido la {cut_card}: déjela a un lado.</translation>
    </message>
    <message>
        <source>the {symbol} jackpot: which of the two meters pays must be validated</source>
        <translation>el premio mayor {symbol}: hay que validar cuál de los dos contadores paga</translation>
    </message>
    <message>
        <source>The {title} sorts and inspects the cards too, independently</source>
        <translation>{title}: ordena e inspecciona también las cartas, por su cuenta</translation>
    </message>
    <message>
        <source>The {title} validates the progressive payout</source>
        <translation>{title}: valida el pago del progresivo</translation>
    </message>
    <message>
        <source>The {title} verifies the inspection</source>
        <translation>{title}: verifica la inspección</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>después: %1</translation>
    </message>
    <message>
        <source>then compare with the picture</source>
        <translation>luego compare con la imagen</translation>
    </message>
    <message>
        <source>then load the shoe</source>
        <translation>luego cargue el sabot</translation>
    </message>
    <message>
        <source>Then settle:</source>
        <translation>Después liquide:</translation>
    </message>
    <message>
        <source>then the deal goes on</source>
        <translation>luego sigue el reparto</translation>
    </message>
    <message>
        <source>There are cards in the shoe</source>
        <translation>Hay cartas en el sabot</translation>
    </message>
    <message>
        <source>There are more of this card than the shoe holds</source>
        <translation>Hay más cartas de estas de las que tiene el sabot</translation>
    </message>
    <message>
        <source>there are no wagers to close now. First: {do}</source>
        <translation>ahora no hay apuestas que cerrar. Primero: {do}</translation>
    </message>
    <message>
        <source>there are no wagers to close now; due is {step}</source>
        <translation>no hay apuestas que cerrar ahora; toca: {step}</translation>
    </message>
    <message>
        <source>there is no cut to repeat: the cards are not cut, or in the shoe already</source>
        <translation>no hay corte que repetir: las cartas no están cortadas, o ya están en el sabot</translation>
    </message>
    <message>
        <source>There is no dispute</source>
        <translation>No hay disputa</translation>
    </message>
    <message>
        <source>no tap since the last card or ruling can be taken back</source>
        <translation>no hay toque que deshacer desde la última carta o decisión</translation>
    </message>
    <message>
        <source>These hands are settled</source>
        <translation>Estas manos están liquidadas</translation>
    </message>
    <message>
        <source>THESE SETTLED</source>
        <translation>ESTAS LIQUIDADAS</translation>
    </message>
    <message>
        <source>they are lost</source>
        <translation>se pierden</translation>
    </message>
    <message>
        <source>they are shuffled anew</source>
        <translation>se barajan de nuevo</translation>
    </message>
    <message>
        <source>this book has no change of cards in the middle of a game</source>
        <translation>este reglamento no conoce cambio de cartas en mitad de un juego</translation>
    </message>
    <message>
        <source>this book has no second cut</source>
        <translation>este reglamento no conoce un segundo corte</translation>
    </message>
    <message>
        <source>this book has no tie wager on the war deal</source>
        <translation>este reglamento no conoce apuesta de empate en la guerra</translation>
    </message>
    <message>
        <source>this book has no tokes</source>
        <translation>este reglamento no conoce propinas</translation>
    </message>
    <message>
        <source>this book has no tokes; the tip box is the house's own</source>
        <translation>este reglamento no conoce propinas; la caja es cosa de la casa</translation>
    </message>
    <message>
        <source>this card</source>
        <translation>esta carta</translation>
    </message>
    <message>
        <source>This could not be done. Try again, or go back to the table.</source>
        <translation>No se pudo hacer. Inténtelo otra vez o vuelva a la mesa.</translation>
    </message>
    <message>
        <source>This hand is settled, next hand</source>
        <translation>Esta mano está liquidada, la siguiente</translation>
    </message>
    <message>
        <source>This is against {cite}.</source>
        <translation>Esto va contra {cite}.</translation>
    </message>
    <message>
        <source>This is against {cite}: {rule}.</source>
        <translation>Esto va contra {cite}: {rule}.</translation>
    </message>
    <message>
        <source>This month is closed. Name the log that goes on from it under “Log in which this is recorded”. No seal was opened.</source>
        <translation>Este mes está cerrado. Indique el registro que sigue en «Registro en que esto se anota». No se abrió ningún sello.</translation>
    </message>
    <message>
        <source>this PIN is not known</source>
        <translation>este PIN no se conoce</translation>
    </message>
    <message>
        <source>this stop is over, and nothing was ruled: look at the screen again</source>
        <translation>esta parada ya terminó y no se decidió nada: mire otra vez la pantalla</translation>
    </message>
    <message>
        <source>This table cannot open.</source>
        <translation>Esta mesa no se abre.</translation>
    </message>
    <message>
        <source>this table has no bonus wheel</source>
        <translation>esta mesa no tiene rueda de bonus</translation>
    </message>
    <message>
        <source>this table has no maximum for that wager</source>
        <translation>esta mesa no tiene máximo para esa apuesta</translation>
    </message>
    <message>
        <source>this table has no spot {spot}</source>
        <translation>esta mesa no tiene casilla {spot}</translation>
    </message>
    <message>
        <source>three</source>
        <translation>tres</translation>
    </message>
    <message>
        <source>Three burns {chosen}, as the operator chose ({cite} can be read both ways)</source>
        <translation>Tres cartas quemadas {chosen}, como eligió el operador ({cite} puede leerse de las dos maneras)</translation>
    </message>
    <message>
        <source>Three burns {chosen}: our reading, until the operator chooses ({cite} can be read both ways)</source>
        <translation>Tres cartas quemadas {chosen}: nuestra lectura, hasta que el operador elija ({cite} puede leerse de las dos maneras)</translation>
    </message>
    <message>
        <source>TIE</source>
        <translation>EMPATE</translation>
    </message>
    <message>
        <source>tie</source>
        <translation>empate</translation>
    </message>
    <message>
        <source>TIE WAGER</source>
        <translation>APUESTA DE EMPATE</translation>
    </message>
    <message>
        <source>Tie Wager</source>
        <translation>apuesta de empate</translation>
    </message>
    <message>
        <source>Tie wager</source>
        <translation>apuesta de empate</translation>
    </message>
    <message>
        <source>Tie wager on the war</source>
        <translation>Apuesta de empate en la guerra</translation>
    </message>
    <message>
        <source>to the left, above the chip rack</source>
        <translation>a la izquierda, sobre la bandeja de fichas</translation>
    </message>
    <message>
        <source>TO THE RACK</source>
        <translation>AL DESCARTE</translation>
    </message>
    <message>
        <source>to yourself</source>
        <translation>a usted</translation>
    </message>
    <message>
        <source>to yourself, against {where}</source>
        <translation>a usted, contra {where}</translation>
    </message>
    <message>
        <source>to {where}</source>
        <translation>a {where}</translation>
    </message>
    <message>
        <source>toke</source>
        <translation>propina</translation>
    </message>
    <message>
        <source>TRAINING</source>
        <translation>PRÁCTICA</translation>
    </message>
    <message>
        <source>TURN</source>
        <translation>DESCUBRA</translation>
    </message>
    <message>
        <source>Turn the cards face down, wash and stack them</source>
        <translation>Ponga las cartas boca abajo, revuélvalas y apílelas</translation>
    </message>
    <message>
        <source>Turn your card face up</source>
        <translation>Descubra su carta</translation>
    </message>
    <message>
        <source>Turn: make two stacks, turn one half round, riffle them together</source>
        <translation>Gire: haga dos montones, dé media vuelta a uno y entremézclelos</translation>
    </message>
    <message>
        <source>TURNED</source>
        <translation>DESCUBIERTA</translation>
    </message>
    <message>
        <source>two</source>
        <translation>dos</translation>
    </message>
    <message>
        <source>two colours</source>
        <translation>dos colores</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>unfounded</source>
        <translation>sin fundamento</translation>
    </message>
    <message>
        <source>no report or device fault led to this stop: find that the stop itself is unfounded</source>
        <translation>ningún aviso ni fallo de un aparato causó esta parada: constate que la parada misma no tiene fundamento</translation>
    </message>
    <message>
        <source>withdraw</source>
        <translation>retirar</translation>
    </message>
    <message>
        <source>unlocked</source>
        <translation>desbloqueado</translation>
    </message>
    <message>
        <source>unspecified</source>
        <translation>sin indicar</translation>
    </message>
    <message>
        <source>Until, such as 2026-11-16 or 21:30</source>
        <translation>Hasta, como 2026-11-16 o 21:30</translation>
    </message>
    <message>
        <source>Up to row {row} everything is as it was written; what comes after is not proved.</source>
        <translation>Hasta la fila {row} todo está como se escribió; lo que sigue no está probado.</translation>
    </message>
    <message>
        <source>Verified: {rows} rows, {time}</source>
        <translation>Verificado: {rows} filas, {time}</translation>
    </message>
    <message>
        <source>VERIFY AGAIN</source>
        <translation>VERIFICAR DE NUEVO</translation>
    </message>
    <message>
        <source>VOID</source>
        <translation>NULA</translation>
    </message>
    <message>
        <source>void</source>
        <translation>nula</translation>
    </message>
    <message>
        <source>VOID A HAND</source>
        <translation>ANULAR UNA MANO</translation>
    </message>
    <message>
        <source>Void a hand</source>
        <translation>Anule una mano</translation>
    </message>
    <message>
        <source>void round</source>
        <translation>anular la ronda</translation>
    </message>
    <message>
        <source>VOID THE ROUND</source>
        <translation>ANULAR LA RONDA</translation>
    </message>
    <message>
        <source>Void the round</source>
        <translation>Anule la ronda</translation>
    </message>
    <message>
        <source>Wager</source>
        <translation>Apuesta</translation>
    </message>
    <message>
        <source>WAGERS</source>
        <translation>APUESTAS</translation>
    </message>
    <message>
        <source>wagers are not taken now. First: {do}</source>
        <translation>ahora no se aceptan apuestas. Primero: {do}</translation>
    </message>
    <message>
        <source>wagers are not taken now; due is {step}</source>
        <translation>ahora no se toman apuestas; toca: {step}</translation>
    </message>
    <message>
        <source>wagers lie on the layout: the table is not idle</source>
        <translation>hay apuestas en el tapete: la mesa no está parada</translation>
    </message>
    <message>
        <source>Wagers on {count} hands</source>
        <translation>Apuestas en {count} manos</translation>
    </message>
    <message>
        <source>WAIT</source>
        <translation>ESPERE</translation>
    </message>
    <message>
        <source>Wait until the shuffler is ready</source>
        <translation>Espere hasta que la barajadora esté lista</translation>
    </message>
    <message>
        <source>WAR</source>
        <translation>GUERRA</translation>
    </message>
    <message>
        <source>war</source>
        <translation>guerra</translation>
    </message>
    <message>
        <source>WAR LOST</source>
        <translation>GUERRA PERDIDA</translation>
    </message>
    <message>
        <source>war lost</source>
        <translation>guerra perdida</translation>
    </message>
    <message>
        <source>War or surrender?</source>
        <translation>¿Guerra o rendición?</translation>
    </message>
    <message>
        <source>war tie</source>
        <translation>empate de guerra</translation>
    </message>
    <message>
        <source>WAR TIED</source>
        <translation>EMPATADA</translation>
    </message>
    <message>
        <source>war tied</source>
        <translation>guerra empatada</translation>
    </message>
    <message>
        <source>War Wager</source>
        <translation>apuesta de guerra</translation>
    </message>
    <message>
        <source>War wager</source>
        <translation>apuesta de guerra</translation>
    </message>
    <message>
        <source>war wager</source>
        <translation>apuesta de guerra</translation>
    </message>
    <message>
        <source>WAR WON</source>
        <translation>GUERRA GANADA</translation>
    </message>
    <message>
        <source>war won</source>
        <translation>guerra ganada</translation>
    </message>
    <message>
        <source>WAR {name}</source>
        <translation>GUERRA {name}</translation>
    </message>
    <message>
        <source>was held {since}, resumed {time}; acknowledge</source>
        <translation>detenida {since}, sigue desde {time}; confirme que está enterado</translation>
    </message>
    <message>
        <source>was held {since}; {name} ruled at {time}: {ruling}; acknowledge</source>
        <translation>detenida {since}; {name} decidió a las {time}: {ruling}; confirme que está enterado</translation>
    </message>
    <message>
        <source>WAS HELD, RESUMED</source>
        <translation>ESTUVO DETENIDA, SIGUE</translation>
    </message>
    <message>
        <source>Was the stored batch kept secure?</source>
        <translation>¿Estaba asegurado el lote guardado?</translation>
    </message>
    <message>
        <source>Was the stored batch secured in the shuffler and released under the internal controls?</source>
        <translation>¿Estaba el lote guardado asegurado en la barajadora y se liberó según los controles internos?</translation>
    </message>
    <message>
        <source>Wash all eight decks together and form one brick</source>
        <translation>Revuelva juntas las ocho barajas y forme un solo bloque</translation>
    </message>
    <message>
        <source>Wash the cards and stack them</source>
        <translation>Revuelva las cartas y apílelas</translation>
    </message>
    <message>
        <source>What did the wheel show?</source>
        <translation>¿Qué mostró la rueda?</translation>
    </message>
    <message>
        <source>What does the floor want?</source>
        <translation>¿Qué quiere el supervisor?</translation>
    </message>
    <message>
        <source>What happened?</source>
        <translation>¿Qué ha pasado?</translation>
    </message>
    <message>
        <source>What is claimed</source>
        <translation>Qué se reclama</translation>
    </message>
    <message>
        <source>Enter the claim and your name.</source>
        <translation>Escriba la reclamación y su nombre.</translation>
    </message>
    <message>
        <source>What does the dealer need?</source>
        <translation>¿Qué necesita el crupier?</translation>
    </message>
    <message>
        <source>Empty fields are ignored.</source>
        <translation>Los campos vacíos no cuentan.</translation>
    </message>
    <message>
        <source>Its messages cannot be decoded: wrong device or wrong speed.</source>
        <translation>Sus mensajes no se pueden descifrar: aparato o velocidad equivocados.</translation>
    </message>
    <message>
        <source>what lay above the limit has gone back already</source>
        <translation>lo que superaba el límite ya se devolvió</translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation>Qué se decidió</translation>
    </message>
    <message>
        <source>when the round is over</source>
        <translation>al terminar la ronda</translation>
    </message>
    <message>
        <source>which bettor: {which}?</source>
        <translation>¿qué apostador: {which}?</translation>
    </message>
    <message>
        <source>Which card is it?</source>
        <translation>¿Qué carta es?</translation>
    </message>
    <message>
        <source>Which card lay face up?</source>
        <translation>¿Qué carta estaba boca arriba?</translation>
    </message>
    <message>
        <source>Which cards; all if none is chosen</source>
        <translation>Qué carta; todas si no se elige ninguna</translation>
    </message>
    <message>
        <source>Which hands?</source>
        <translation>¿Qué manos?</translation>
    </message>
    <message>
        <source>Which read was wrong?</source>
        <translation>¿Qué lectura era falsa?</translation>
    </message>
    <message>
        <source>Which spot?</source>
        <translation>¿Qué casilla?</translation>
    </message>
    <message>
        <source>Which wager?</source>
        <translation>¿Qué apuesta?</translation>
    </message>
    <message>
        <source>Who deals?</source>
        <translation>¿Quién reparte?</translation>
    </message>
    <message>
        <source>Who is seated</source>
        <translation>Quién está sentado</translation>
    </message>
    <message>
        <source>The log records who looked, and why.</source>
        <translation>Quién miró, y por qué, consta en el registro.</translation>
    </message>
    <message>
        <source>Before a face is shown, the log records who looks, and why.</source>
        <translation>Quién mira, y por qué, se escribe en el registro antes de mostrar una cara.</translation>
    </message>
    <message>
        <source>Who refused?</source>
        <translation>¿Quién rehusó?</translation>
    </message>
    <message>
        <source>Who signs? This needs the {authority}</source>
        <translation>¿Quién firma? Hace falta: {authority}</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>todo</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>¿Por qué?</translation>
    </message>
    <message>
        <source>WIN</source>
        <translation>GANA</translation>
    </message>
    <message>
        <source>win</source>
        <translation>gana</translation>
    </message>
    <message>
        <source>With what?</source>
        <translation>¿Con qué?</translation>
    </message>
    <message>
        <source>without a cut card</source>
        <translation>sin carta de corte</translation>
    </message>
    <message>
        <source>without another shuffle</source>
        <translation>sin barajar otra vez</translation>
    </message>
    <message>
        <source>WRITE IT DOWN</source>
        <translation>ANOTAR</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Escrita</translation>
    </message>
    <message>
        <source>YES</source>
        <translation>SÍ</translation>
    </message>
    <message>
        <source>You are the dealer.</source>
        <translation>Usted es el crupier.</translation>
    </message>
    <message>
        <source>you say which one</source>
        <translation>usted dice cuál</translation>
    </message>
    <message>
        <source>your card</source>
        <translation>su carta</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Su nombre</translation>
    </message>
    <message>
        <source>{amount} back</source>
        <translation>{amount} de vuelta</translation>
    </message>
    <message>
        <source>{amount} is put back on spot {name}</source>
        <translation>{amount} vuelve a la casilla {name}</translation>
    </message>
    <message>
        <source>{amount} is within the limit of {most}</source>
        <translation>{amount} está dentro del límite de {most}</translation>
    </message>
    <message>
        <source>{amount} more</source>
        <translation>{amount} más</translation>
    </message>
    <message>
        <source>{amount} on spot {name}, as it lay at the call</source>
        <translation>{amount} en la casilla {name}, como estaba al cierre</translation>
    </message>
    <message>
        <source>{amount} to spot {name}</source>
        <translation>{amount} a la casilla {name}</translation>
    </message>
    <message>
        <source>{amount}: the meter's {meter}</source>
        <translation>{amount}: del contador {meter}</translation>
    </message>
    <message>
        <source>{amount}: the meter's {meter} and {rest}</source>
        <translation>{amount}: del contador {meter} y {rest}</translation>
    </message>
    <message>
        <source>Call the {authority}: this player is asked again</source>
        <translation>Llame a: {authority}; se pregunta otra vez a este jugador</translation>
    </message>
    <message>
        <source>{book} has no rule for this. Call the {authority}</source>
        <translation>{book} no tiene regla para esto. Llame a {authority}</translation>
    </message>
    <message>
        <source>{card} at {place}</source>
        <translation>{card} en {place}</translation>
    </message>
    <message>
        <source>{card} lies at {places}: name the place</source>
        <translation>{card} está en {places}: diga el lugar</translation>
    </message>
    <message>
        <source>{card} now; before: nowhere in sight</source>
        <translation>{card} ahora; antes: en ninguna parte a la vista</translation>
    </message>
    <message>
        <source>{card} now; before: {places}; if that read was wrong: correct CARD {pointers}</source>
        <translation>{card} ahora; antes: {places}; si aquella lectura era falsa: corrija la carta {pointers}</translation>
    </message>
    <message>
        <source>{card}: more were read than the shoe holds</source>
        <translation>{card}: se leyeron más de las que tiene el zapato</translation>
    </message>
    <message>
        <source>{count} cards</source>
        <translation>{count} cartas</translation>
    </message>
    <message>
        <source>{count} cards are set aside, face down: they are dealt next.</source>
        <translation>Hay {count} cartas apartadas, boca abajo: son las próximas.</translation>
    </message>
    <message>
        <source>{count} more after these</source>
        <translation>{count} más después de estas</translation>
    </message>
    <message>
        <source>{count} more to rule on after this.</source>
        <translation>{count} más por decidir después de esta.</translation>
    </message>
    <message>
        <source>{detail} was dealt last</source>
        <translation>{detail} se repartió la última vez</translation>
    </message>
    <message>
        <source>{drawn} drawn, {acknowledged} acknowledged</source>
        <translation>{drawn} salidas, {acknowledged} confirmadas</translation>
    </message>
    <message>
        <source>Floor copy: {time}</source>
        <translation>Copia central: {time}</translation>
    </message>
    <message>
        <source>Floor copy: no connection</source>
        <translation>Copia central: sin conexión</translation>
    </message>
    <message>
        <source>Floor copy: certificate, {count} days</source>
        <translation>Copia central: certificado, {count} días</translation>
    </message>
    <message>
        <source>Floor copy: certificate expired</source>
        <translation>Copia central: certificado vencido</translation>
    </message>
    <message>
        <source>Floor copy: certificate refused</source>
        <translation>Copia central: certificado inválido</translation>
    </message>
    <message>
        <source>Floor copy: this is another floor</source>
        <translation>Copia central: es otra central</translation>
    </message>
    <message>
        <source>Floor copy: not enrolled</source>
        <translation>Copia central: no inscrita</translation>
    </message>
    <message>
        <source>Floor copy: disabled</source>
        <translation>Copia central: desactivada</translation>
    </message>
    <message>
        <source>Floor copy: kept apart</source>
        <translation>Copia central: guardada aparte</translation>
    </message>
    <message>
        <source>Floor copy: the log was set back</source>
        <translation>Copia central: registro restaurado</translation>
    </message>
    <message>
        <source>Floor copy: refused</source>
        <translation>Copia central: rechazada</translation>
    </message>
    <message>
        <source>Floor copy: not sent</source>
        <translation>Copia central: no se envía</translation>
    </message>
    <message>
        <source>Floor copy: connecting</source>
        <translation>Copia central: conectando</translation>
    </message>
    <message>
        <source>ALARM: the floor changed a log. {words}</source>
        <translation>ALARMA: la sala cambió un registro. {words}</translation>
    </message>
    <message>
        <source>A log of the floor cannot be read; the others are shown. {words}</source>
        <translation>Un registro de la sala no se puede leer; se muestran los demás. {words}</translation>
    </message>
    <message>
        <source>The floor has not answered; older copies are shown. {words}</source>
        <translation>La sala no ha respondido; se muestran copias anteriores. {words}</translation>
    </message>
    <message>
        <source>The floor last answered at {time}. {words}</source>
        <translation>La última respuesta de la sala es de las {time}. {words}</translation>
    </message>
    <message>
        <source>{file}: the station stopped without closing the log; the last row is from {time}.</source>
        <translation>{file}: su estación acabó sin decir nada; la última fila es de las {time}.</translation>
    </message>
    <message>
        <source>{file}: the keys that sign this log are not there. Name their place under “Folder of the station's keys”.</source>
        <translation>{file}: las claves que firman este registro no están ahí. Indique dónde en «Carpeta de las claves de la estación».</translation>
    </message>
    <message>
        <source>{file}: there is no such key file. Name another one under “File of the private escrow key”.</source>
        <translation>{file}: no existe ese archivo de clave. Indique otro en «Archivo de la clave privada de depósito».</translation>
    </message>
    <message>
        <source>{file}: there is no such log. Name one of this table under “Log in which this is recorded”.</source>
        <translation>{file}: no existe ese registro. Indique uno de esta mesa en «Registro en que esto se anota».</translation>
    </message>
    <message>
        <source>{kind} cannot have happened now</source>
        <translation>{kind} no puede haber ocurrido ahora</translation>
    </message>
    <message>
        <source>{meter} meter: {amount}</source>
        <translation>contador {meter}: {amount}</translation>
    </message>
    <message>
        <source>{names} is settled: put it right with pay or take</source>
        <translation>{names} está liquidada: corríjala con pagar o retirar</translation>
    </message>
    <message>
        <source>{name} (war)</source>
        <translation>{name} (guerra)</translation>
    </message>
    <message>
        <source>{name} deals from now on</source>
        <translation>Desde ahora reparte {name}</translation>
    </message>
    <message>
        <source>{name} departed from {cite}: {what}</source>
        <translation>{name} se apartó de {cite}: {what}</translation>
    </message>
    <message>
        <source>{name} found: {what}</source>
        <translation>{name} constató: {what}</translation>
    </message>
    <message>
        <source>{name} has no wager</source>
        <translation>{name} no tiene apuesta</translation>
    </message>
    <message>
        <source>{name} is not on this table; it has spots 1 to {value}</source>
        <translation>{name} no está en esta mesa; tiene las casillas 1 a {value}</translation>
    </message>
    <message>
        <source>{name} is settled: none of its chips are left on the layout</source>
        <translation>{name} está liquidada: ya no quedan fichas suyas en la mesa</translation>
    </message>
    <message>
        <source>{name} is settled: nothing of it lies there any more</source>
        <translation>{name} está liquidada: ya no queda nada suyo allí</translation>
    </message>
    <message>
        <source>{name} ruled: {what}</source>
        <translation>{name} decidió: {what}</translation>
    </message>
    <message>
        <source>{name} intervened: {what}</source>
        <translation>{name} intervino: {what}</translation>
    </message>
    <message>
        <source>{name} surrenders: there is no war deal to wager on</source>
        <translation>{name} se rinde: no hay guerra en la que apostar</translation>
    </message>
    <message>
        <source>{name} was not asked. First: {do}</source>
        <translation>no se preguntó a {name}. Primero: {do}</translation>
    </message>
    <message>
        <source>{name} was not asked; due is {step}</source>
        <translation>no se preguntó a {name}; toca: {step}</translation>
    </message>
    <message>
        <source>{name}, with {means}</source>
        <translation>{name}, con {means}</translation>
    </message>
    <message>
        <source>{name}: a coupon goes with the {main}</source>
        <translation>{name}: un cupón va con {main}</translation>
    </message>
    <message>
        <source>{name}: a tie wager needs the {main_wager}</source>
        <translation>{name}: una apuesta de empate necesita {main_wager}</translation>
    </message>
    <message>
        <source>{name}: a toke is bet beside a player's wager</source>
        <translation>{name}: una propina se apuesta junto a la apuesta de un jugador</translation>
    </message>
    <message>
        <source>{name}: a toke of {toke} is not a multiple of {step}</source>
        <translation>{name}: una propina de {toke} no es múltiplo de {step}</translation>
    </message>
    <message>
        <source>{name}: a verbal wager with cash is not taken; chips only</source>
        <translation>{name}: no se acepta una apuesta cantada en efectivo; solo fichas</translation>
    </message>
    <message>
        <source>{name}: at most {value} to a box here</source>
        <translation>{name}: como mucho {value} por casilla aquí</translation>
    </message>
    <message>
        <source>{name}: at most {value} to a spot here</source>
        <translation>{name}: como mucho {value} por casilla aquí</translation>
    </message>
    <message>
        <source>{name}: beside a wager at the maximum a toke is at most {share}</source>
        <translation>{name}: junto a una apuesta máxima la propina es como mucho {share}</translation>
    </message>
    <message>
        <source>{name}: enter the wager; a toke beside it depends on how much it is</source>
        <translation>{name}: introduzca la apuesta; de ella depende la propina que la acompaña</translation>
    </message>
    <message>
        <source>{name}: half of {amount} is not a whole cent, and a tie may be surrendered</source>
        <translation>{name}: la mitad de {amount} no es un céntimo entero, y un empate puede rendirse</translation>
    </message>
    <message>
        <source>{name}: the bonus spin is off until the operator supplies {what}</source>
        <translation>{name}: el bonus está cerrado hasta que el operador aporte {what}</translation>
    </message>
    <message>
        <source>{name}: the bonus spin needs the {main_wager}</source>
        <translation>{name}: el bonus necesita {main_wager}</translation>
    </message>
    <message>
        <source>{name}: the bonus spin takes 1 or 5 dollars</source>
        <translation>{name}: el bonus admite 1 o 5 dólares</translation>
    </message>
    <message>
        <source>{name}: the call has been made; no wager is taken</source>
        <translation>{name}: el canto ya se hizo; no se toma ninguna apuesta</translation>
    </message>
    <message>
        <source>{name}: the progressive wager</source>
        <translation>{name}: la apuesta progresiva</translation>
    </message>
    <message>
        <source>{name}: the progressive wager needs the {main}</source>
        <translation>{name}: la apuesta progresiva necesita {main}</translation>
    </message>
    <message>
        <source>{name}: the war wagers are confirmed; no tie wager joins</source>
        <translation>{name}: las apuestas de guerra están confirmadas; ya no entra una apuesta de empate</translation>
    </message>
    <message>
        <source>{name}: the {what}</source>
        <translation>{name}: {what}</translation>
    </message>
    <message>
        <source>{name}: there is no paytable for 1 dollar</source>
        <translation>{name}: no hay tabla de pagos para 1 dólar</translation>
    </message>
    <message>
        <source>{name}: this book has no match play coupons</source>
        <translation>{name}: este reglamento no conoce cupones de match play</translation>
    </message>
    <message>
        <source>{name}: this book has no toke bets</source>
        <translation>{name}: este reglamento no conoce apuestas de propina</translation>
    </message>
    <message>
        <source>{name}: this table offers no bonus spin</source>
        <translation>{name}: esta mesa no ofrece bonus</translation>
    </message>
    <message>
        <source>{name}: this table offers no progressive wager</source>
        <translation>{name}: esta mesa no ofrece apuesta progresiva</translation>
    </message>
    <message>
        <source>{name}: wager and toke together, {amount}, are above {most}</source>
        <translation>{name}: apuesta y propina juntas, {amount}, superan {most}</translation>
    </message>
    <message>
        <source>{odds} to 1</source>
        <translation>{odds} a 1</translation>
    </message>
    <message>
        <source>{odds} to 1 and the meter's {amount}</source>
        <translation>{odds} a 1 y del contador {amount}</translation>
    </message>
    <message>
        <source>{owner}: now take {now}, then {count}</source>
        <translation>{owner}: ahora tome {now}, entonces {count}</translation>
    </message>
    <message>
        <source>{owner}: take {count} from the top</source>
        <translation>{owner}: tome {count} desde arriba</translation>
    </message>
    <message>
        <source>{rank} of {suit}</source>
        <translation>{rank} de {suit}</translation>
    </message>
    <message>
        <source>{rulings}: only the {title}</source>
        <translation>{rulings}: solo {title}</translation>
    </message>
    <message>
        <source>{seconds} s shortened to 5</source>
        <translation>{seconds} s acortados a 5</translation>
    </message>
    <message>
        <source>{settled}. Still to go back: {hands}</source>
        <translation>{settled}. Falta devolver: {hands}</translation>
    </message>
    <message>
        <source>{spot} puts {amount} back: the wager lies as at the call</source>
        <translation>{spot} repone {amount}: la apuesta queda como en el canto de cierre</translation>
    </message>
    <message>
        <source>{spot}: put the wager as it lay at the call</source>
        <translation>{spot}: deje la apuesta como estaba en el canto de cierre</translation>
    </message>
    <message>
        <source>{state}, door open</source>
        <translation>{state}, puerta abierta</translation>
    </message>
    <message>
        <source>{step} is not due; due is {step2}</source>
        <translation>no toca {step}; toca: {step2}</translation>
    </message>
    <message>
        <source>{step} needs more than a confirmation</source>
        <translation>{step} necesita más que una confirmación</translation>
    </message>
    <message>
        <source>{symbol} is not on the wheel: {bonus_wheel}</source>
        <translation>{symbol} no está en la rueda: {bonus_wheel}</translation>
    </message>
    <message>
        <source>{tie_wager} on the war</source>
        <translation>{tie_wager} en la guerra</translation>
    </message>
    <message>
        <source>{what} counts for spot {name}</source>
        <translation>{what} vale para la casilla {name}</translation>
    </message>
    <message>
        <source>{what} counts for the dealer</source>
        <translation>{what} vale para el crupier</translation>
    </message>
    <message>
        <source>{what} is the burn</source>
        <translation>{what} es la quema</translation>
    </message>
    <message>
        <source>{what} is the next one out</source>
        <translation>{what} es la próxima que sale</translation>
    </message>
    <message>
        <source>{what} of {amount} is above the maximum, {most}</source>
        <translation>{what} de {amount} supera el máximo, {most}</translation>
    </message>
    <message>
        <source>{what} of {amount} is below the minimum, {least}</source>
        <translation>{what} de {amount} no llega al mínimo, {least}</translation>
    </message>
    <message>
        <source>{what} of {amount} is not a multiple of {step}</source>
        <translation>{what} de {amount} no es múltiplo de {step}</translation>
    </message>
    <message>
        <source>{what} stays at spot {name}</source>
        <translation>{what} queda en la casilla {name}</translation>
    </message>
    <message>
        <source>{what} stays with the dealer</source>
        <translation>{what} queda con el crupier</translation>
    </message>
    <message>
        <source>{what} to spot {name}</source>
        <translation>{what} a la casilla {name}</translation>
    </message>
    <message>
        <source>{what} to the dealer</source>
        <translation>{what} al crupier</translation>
    </message>
    <message>
        <source>{what} to the rack</source>
        <translation>{what} al descarte</translation>
    </message>
    <message>
        <source>{what} where it lies</source>
        <translation>{what} donde está</translation>
    </message>
    <message>
        <source>{what} where it was due</source>
        <translation>{what} donde tocaba</translation>
    </message>
    <message>
        <source>{what}, seen, is the next one out</source>
        <translation>{what}, vista, es la próxima que sale</translation>
    </message>
    <message>
        <source>{where} cuts</source>
        <translation>{where}: corta</translation>
    </message>
    <message>
        <source>{where} has no wager that gets a card</source>
        <translation>{where} no tiene apuesta que reciba carta</translation>
    </message>
    <message>
        <source>{where} has not been settled</source>
        <translation>{where} no se ha liquidado</translation>
    </message>
    <message>
        <source>{where} is not an empty spot of this table</source>
        <translation>{where} no es una casilla vacía de esta mesa</translation>
    </message>
    <message>
        <source>{where} is still to be served</source>
        <translation>{where} aún ha de servirse</translation>
    </message>
    <message>
        <source>{where} ties: Go to War{more}, or Surrender?</source>
        <translation>{where} empata: ¿guerra{more} o rendición?</translation>
    </message>
    <message>
        <source>{where} ties: war{more}, or surrender?</source>
        <translation>{where} empata: ¿guerra{more} o rendición?</translation>
    </message>
    <message>
        <source>{where}: first ask the player with the {main_wager} whether the tie area is wanted</source>
        <translation>{where}: pregunte primero al jugador con {main_wager} si quiere la zona de empate</translation>
    </message>
    <message>
        <source>{where}: Go to War</source>
        <translation>{where}: guerra</translation>
    </message>
    <message>
        <source>{where}: surrender</source>
        <translation>{where}: rendición</translation>
    </message>
    <message>
        <source>{where}: the {title} validates the progressive payout</source>
        <translation>{where}: {title} valida el pago del progresivo</translation>
    </message>
    <message>
        <source>{where}: war</source>
        <translation>{where}: guerra</translation>
    </message>
    <message>
        <source>{where}: {amount} on the {wager}</source>
        <translation>{where}: {amount} en {wager}</translation>
    </message>
    <message>
        <source>{which} cards counted, {expected} belong there</source>
        <translation>{which} cartas contadas, deberían ser {expected}</translation>
    </message>
    <message>
        <source>{whose} has {amount} down; at most {value}</source>
        <translation>{whose} tiene {amount} puesto; como mucho {value}</translation>
    </message>
    <message>
        <source>{words}, keyed in</source>
        <translation>{words}, tecleada</translation>
    </message>
    <message>
        <source>{words}; a player who cannot place it can only surrender</source>
        <translation>{words}; quien no puede ponerla solo puede rendirse</translation>
    </message>
    <message>
        <source>take back what you paid on the {wager}; the stake is on the layout again</source>
        <translation>recupere lo que pagó por {wager}; la apuesta vuelve a estar en la mesa</translation>
    </message>
    <message>
        <source>take back the {amount} that you paid on the {wager}; the stake is on the layout again</source>
        <translation>recupere los {amount} que pagó por {wager}; la apuesta vuelve a estar en la mesa</translation>
    </message>
    <message>
        <source>take back the {amount} that you paid on the {wager}; the stake is on the layout again, and your {unit} beside it</source>
        <translation>recupere los {amount} que pagó por {wager}; la apuesta vuelve a estar en la mesa, y al lado sus {unit}</translation>
    </message>
    <message>
        <source>take back what you paid on the {wager}; the stake is on the layout again, and your matching chips beside it</source>
        <translation>recupere lo que pagó por {wager}; la apuesta vuelve a estar en la mesa, y al lado las fichas con que la igualó</translation>
    </message>
    <message>
        <source>put {amount} back on the {wager}, and your {amount} beside it</source>
        <translation>vuelva a poner {amount} en {wager}, y al lado sus {amount}</translation>
    </message>
    <message>
        <source>put the {wager} back, and your matching chips beside it</source>
        <translation>vuelva a poner {wager}, y al lado las fichas con que la igualó</translation>
    </message>
    <message>
        <source>Take your matching chips at {spot} back</source>
        <translation>Recupere las fichas con que igualó en {spot}</translation>
    </message>
    <message>
        <source>Take your {amount} at {spot} back</source>
        <translation>Recupere sus {amount} en {spot}</translation>
    </message>
    <message>
        <source>it was paid on the excess</source>
        <translation>se pagó por el exceso</translation>
    </message>
    <message>
        <source>Spot {name} has the excess already</source>
        <translation>La casilla {name} ya tiene el exceso</translation>
    </message>
    <message>
        <source>nothing was paid on it</source>
        <translation>no se pagó nada por él</translation>
    </message>
    <message>
        <source>take back what you paid on the {wager}</source>
        <translation>recupere lo que pagó por {wager}</translation>
    </message>
    <message>
        <source>take back the {amount} that you paid on the {wager}</source>
        <translation>recupere los {amount} que pagó por {wager}</translation>
    </message>
    <message>
        <source>take the {wager} back</source>
        <translation>recupere {wager}</translation>
    </message>
    <message>
        <source>take the {amount} of the {wager} back</source>
        <translation>recupere los {amount} de {wager}</translation>
    </message>
    <message>
        <source>the cards are out: a finding that more chips count needs a reason</source>
        <translation>las cartas están fuera: decidir que cuentan más fichas requiere un motivo</translation>
    </message>
    <message>
        <source>the cards are out: whoever finds that more counts says why</source>
        <translation>las cartas están fuera: quien decide que cuenta más dice por qué</translation>
    </message>
    <message>
        <source>the cards are out: a finding that more chips count needs a name: by NAME, who is {title}</source>
        <translation>las cartas están fuera: decidir que cuentan más fichas requiere un nombre: by NOMBRE, que sea {title}</translation>
    </message>
    <message>
        <source>the cards are out: whoever finds that more counts is {title}: by NAME</source>
        <translation>las cartas están fuera: quien decide que cuenta más es {title}: by NOMBRE</translation>
    </message>
    <message>
        <source>{amount} more count on spot {name} although the cards are out.</source>
        <translation>Cuentan {amount} más en la casilla {name} aunque las cartas están fuera.</translation>
    </message>
    <message>
        <source>THEY COUNT</source>
        <translation>CUENTAN</translation>
    </message>
    <message>
        <source>BACK TO THE QUESTION</source>
        <translation>VOLVER A LA PREGUNTA</translation>
    </message>
    <message>
        <source>{name} found, with the cards out: {what}</source>
        <translation>{name} constató, con las cartas fuera: {what}</translation>
    </message>
    <message>
        <source>spot {name} has no such wager: say how much came beside it</source>
        <translation>la casilla {name} no tiene esa apuesta: diga cuánto llegó al lado</translation>
    </message>
    <message>
        <source>It was in time: {amount} above the limit go back to spot {name}</source>
        <translation>Llegó a tiempo: {amount} por encima del límite vuelven a la casilla {name}</translation>
    </message>
    <message>
        <source>It was in time: {amount} go back to spot {name}</source>
        <translation>Llegó a tiempo: {amount} vuelven a la casilla {name}</translation>
    </message>
    <message>
        <source>They came beside the wager</source>
        <translation>Llegaron al lado de la apuesta</translation>
    </message>
    <message>
        <source>They are the wager that was entered</source>
        <translation>Son la apuesta que se anotó</translation>
    </message>
    <message>
        <source>Which chips came too late?</source>
        <translation>¿Qué fichas llegaron tarde?</translation>
    </message>
    <message>
        <source>Whose chips came too late?</source>
        <translation>¿De quién son las fichas que llegaron tarde?</translation>
    </message>
    <message>
        <source>the war is fought for the wager that was matched</source>
        <translation>la guerra se juega por la apuesta que se igualó</translation>
    </message>
    <message>
        <source>this hand is out of the round</source>
        <translation>esta mano está fuera de la ronda</translation>
    </message>
    <message>
        <source>this is reported already: a ruling comes first</source>
        <translation>esto ya está comunicado: primero hace falta una decisión</translation>
    </message>
    <message>
        <source>no card was dealt there</source>
        <translation>allí no se repartió ninguna carta</translation>
    </message>
    <message>
        <source>Another player</source>
        <translation>Otro jugador</translation>
    </message>
    <message>
        <source>put the {wager} back</source>
        <translation>vuelva a poner {wager}</translation>
    </message>
    <message>
        <source>put {amount} back on the {wager}</source>
        <translation>vuelva a poner {amount} en {wager}</translation>
    </message>
    <message>
        <source>Take the toke down together with its payoff ({cite})</source>
        <translation>Retire la propina junto con su pago ({cite})</translation>
    </message>
    <message>
        <source>the cut card is not put back now</source>
        <translation>ahora no se pone la carta de corte</translation>
    </message>
    <message>
        <source>the cut card at {cards} cards from the back is wrong: {measure_words}</source>
        <translation>la carta de corte a {cards} cartas desde atrás está mal: {measure_words}</translation>
    </message>
    <message>
        <source>{where}: {amount} on the {wager} wager</source>
        <translation>{where}: {amount} en la apuesta {wager}</translation>
    </message>
    <message>
        <source>the {wager} wager of spot {name} is decided: report that the hand was settled wrongly</source>
        <translation>la apuesta {wager} de la casilla {name} está decidida: avise de que la mano se liquidó mal</translation>
    </message>
    <message>
        <source>First ask the player with the {main_wager} whether the tie area is wanted</source>
        <translation>Pregunte primero al jugador con {main_wager} si quiere la zona de empate</translation>
    </message>
    <message>
        <source>no report can be found mistaken now: where cards or chips followed it, report a dispute</source>
        <translation>ahora ningún aviso puede declararse equivocado: si después hubo cartas o fichas, avise de una disputa</translation>
    </message>
    <message>
        <source>nothing waits for a ruling: whoever steps in says why</source>
        <translation>nada espera una decisión: quien interviene dice por qué</translation>
    </message>
    <message>
        <source>whoever steps in gives a name: by NAME, who is {title}</source>
        <translation>quien interviene da su nombre: by NOMBRE, que es {title}</translation>
    </message>
    <message>
        <source>a rule fixes what becomes of spot {name}: report a dispute or a wrong payment</source>
        <translation>una regla fija qué pasa con la casilla {name}: avise de una disputa o de un pago equivocado</translation>
    </message>
    <message>
        <source>nothing waits for a ruling</source>
        <translation>nada espera una decisión</translation>
    </message>
    <message>
        <source>"{ruling}" is no ruling on this; it is {what}</source>
        <translation>"{ruling}" no es una decisión para esto; puede ser {what}</translation>
    </message>
    <message>
        <source>nobody knows "{kind}"; report one of {what}</source>
        <translation>aviso desconocido "{kind}"; avise de uno de {what}</translation>
    </message>
    <message>
        <source>all that lies there is lost, {amount}: leave the amount out</source>
        <translation>se pierde todo lo que hay allí, {amount}: no indique el importe</translation>
    </message>
    <message>
        <source>spot {name} has not been passed over: it is still to be asked</source>
        <translation>la casilla {name} no fue pasada por alto: aún se le preguntará</translation>
    </message>
    <message>
        <source>there is no tap to take back since the last card or ruling</source>
        <translation>no hay toque que deshacer desde la última carta o decisión</translation>
    </message>
    <message>
        <source>{words}; who cannot place it can only surrender</source>
        <translation>{words}; quien no puede ponerla solo puede rendirse</translation>
    </message>
    <message>
        <source>{what} of {amount} is above the most, {most}</source>
        <translation>{what} de {amount} supera el máximo, {most}</translation>
    </message>
    <message>
        <source>{what} of {amount} is below the least, {least}</source>
        <translation>{what} de {amount} no llega al mínimo, {least}</translation>
    </message>
    <message>
        <source>the shuffler says {shuffler}: a shuffle that is not complete never becomes a shoe</source>
        <translation>la barajadora dice {shuffler}: una mezcla incompleta nunca llega al sabot</translation>
    </message>
    <message>
        <source>this book knows no change of cards in the middle of a game</source>
        <translation>este reglamento no conoce cambio de cartas en mitad de un juego</translation>
    </message>
    <message>
        <source>this book knows no tokes</source>
        <translation>este reglamento no conoce propinas</translation>
    </message>
    <message>
        <source>this book knows no second cut</source>
        <translation>este reglamento no conoce un segundo corte</translation>
    </message>
    <message>
        <source>this book knows no tokes; the tip box is the house's own</source>
        <translation>este reglamento no conoce propinas; la caja es cosa de la casa</translation>
    </message>
    <message>
        <source>this book knows no tie wager on the war deal</source>
        <translation>este reglamento no conoce apuesta de empate en la guerra</translation>
    </message>
    <message>
        <source>{name}: this book knows no match play coupons</source>
        <translation>{name}: este reglamento no conoce cupones de match play</translation>
    </message>
    <message>
        <source>{name}: this book knows no toke bets</source>
        <translation>{name}: este reglamento no conoce apuestas de propina</translation>
    </message>
    <message>
        <source>half of {amount} is no whole cent</source>
        <translation>la mitad de {amount} no es un céntimo entero</translation>
    </message>
    <message>
        <source>{name}: half of {amount} is no whole cent, and a tie may be surrendered</source>
        <translation>{name}: la mitad de {amount} no es un céntimo entero, y un empate puede rendirse</translation>
    </message>
    <message>
        <source>The call deals the wagers of the last round, as the felt shows them.</source>
        <translation>Al cantar se reparten las apuestas de la ronda anterior, tal como las muestra el tapete.</translation>
    </message>
    <message>
        <source>last round</source>
        <translation>ronda anterior</translation>
    </message>
    <message>
        <source>Shuffle all cards of the discard rack face down until they are well mixed</source>
        <translation>Baraje boca abajo todas las cartas del descarte hasta que estén bien mezcladas</translation>
    </message>
    <message>
        <source>The shoe is empty. The cards and wagers on the layout stay as they are.</source>
        <translation>El sabot está vacío. Las cartas y las apuestas de la mesa se quedan como están.</translation>
    </message>
    <message>
        <source>Look at all of them, and correct the one that is wrong.</source>
        <translation>Mírelas todas y corrija la equivocada.</translation>
    </message>
    <message>
        <source>The earlier ones can no longer be looked at.</source>
        <translation>Las anteriores ya no se pueden ver.</translation>
    </message>
    <message>
        <source>Which card is damaged?</source>
        <translation>¿Qué carta está dañada?</translation>
    </message>
    <message>
        <source>Replace the damaged card: {cards}</source>
        <translation>Reemplace la carta dañada: {cards}</translation>
    </message>
    <message>
        <source>The {device} is back: there was no signal from it for a while</source>
        <translation>Vuelve a haber señal de {device}: faltó durante un rato</translation>
    </message>
    <message>
        <source>No signal from the shoe: no card can be read.</source>
        <translation>Sin señal del sabot: no se puede leer ninguna carta.</translation>
    </message>
    <message>
        <source>KEY THE CARDS</source>
        <translation>TECLEAR LAS CARTAS</translation>
    </message>
    <message>
        <source>the floor signs</source>
        <translation>firma el supervisor</translation>
    </message>
    <message>
        <source>Settled already: {hands}</source>
        <translation>Ya liquidado: {hands}</translation>
    </message>
    <message>
        <source>{wager}: {amount} taken</source>
        <translation>{wager}: {amount} retirado</translation>
    </message>
    <message>
        <source>{wager}: {amount} paid</source>
        <translation>{wager}: {amount} pagado</translation>
    </message>
    <message>
        <source>{wager}: {amount} returned</source>
        <translation>{wager}: {amount} devuelto</translation>
    </message>
    <message>
        <source>{wager}: {amount} taken and {amount} returned</source>
        <translation>{wager}: {amount} retirado y {amount} devuelto</translation>
    </message>
    <message>
        <source>same wagers</source>
        <translation>las mismas apuestas</translation>
    </message>
    <message>
        <source>{card} becomes the card of spot {name}</source>
        <translation>{card} pasa a ser la carta de la casilla {name}</translation>
    </message>
    <message>
        <source>{card} becomes the dealer's card</source>
        <translation>{card} pasa a ser la carta del crupier</translation>
    </message>
    <message>
        <source>{card} becomes the burn that is due</source>
        <translation>{card} pasa a ser la carta que toca quemar</translation>
    </message>
    <message>
        <source>{card} is kept and becomes the dealer's next card</source>
        <translation>{card} se guarda y será la próxima carta del crupier</translation>
    </message>
    <message>
        <source>{card} is kept and becomes the next card out</source>
        <translation>{card} se guarda y será la próxima carta que sale</translation>
    </message>
    <message>
        <source>{card} is burned, face down</source>
        <translation>{card} se quema, boca abajo</translation>
    </message>
    <message>
        <source>{card} goes to the discard rack, out of play</source>
        <translation>{card} va al descarte, fuera de juego</translation>
    </message>
    <message>
        <source>{card} goes to spot {name}</source>
        <translation>{card} va a la casilla {name}</translation>
    </message>
    <message>
        <source>{count} cards move to where they belong</source>
        <translation>{count} cartas van a donde corresponden</translation>
    </message>
    <message>
        <source>the card</source>
        <translation>la carta</translation>
    </message>
    <message>
        <source>the round is void and every wager goes back</source>
        <translation>la ronda se anula y se devuelven todas las apuestas</translation>
    </message>
    <message>
        <source>the round is void and open wagers go back</source>
        <translation>la ronda se anula y se devuelven las apuestas pendientes</translation>
    </message>
    <message>
        <source>spot {name} is out and gets {amount} back</source>
        <translation>la casilla {name} queda fuera y recibe {amount} de vuelta</translation>
    </message>
    <message>
        <source>spot {name} is out and gets its wagers back</source>
        <translation>la casilla {name} queda fuera y recibe sus apuestas de vuelta</translation>
    </message>
    <message>
        <source>what was settled on spot {name} is undone</source>
        <translation>se deshace lo liquidado en la casilla {name}</translation>
    </message>
    <message>
        <source>spot {name} is asked again</source>
        <translation>se pregunta otra vez a la casilla {name}</translation>
    </message>
    <message>
        <source>the cards are shuffled now</source>
        <translation>se barajan las cartas ahora</translation>
    </message>
    <message>
        <source>the cards are shuffled after this round</source>
        <translation>se barajan las cartas después de esta ronda</translation>
    </message>
    <message>
        <source>then somebody rules on the hands that were settled</source>
        <translation>después se decide sobre las manos liquidadas</translation>
    </message>
    <message>
        <source>the floor is asked after this round</source>
        <translation>se pregunta al supervisor después de esta ronda</translation>
    </message>
    <message>
        <source>the card is replaced after this round</source>
        <translation>la carta se cambia después de esta ronda</translation>
    </message>
    <message>
        <source>You key in the card as you see it.</source>
        <translation>Usted teclea la carta que ve.</translation>
    </message>
    <message>
        <source>Where does the card lie?</source>
        <translation>¿Dónde está la carta?</translation>
    </message>
    <message>
        <source>The last card was due at {place}. Where does it lie?</source>
        <translation>La última carta tocaba en {place}. ¿Dónde está?</translation>
    </message>
    <message>
        <source>{card}, the last card, was due at {place}. Where does it lie?</source>
        <translation>{card}, la última carta, tocaba en {place}. ¿Dónde está?</translation>
    </message>
    <message>
        <source>The table stops.</source>
        <translation>La mesa se para.</translation>
    </message>
    <message>
        <source>Tap it on the table.</source>
        <translation>Tóquela en la mesa.</translation>
    </message>
    <message>
        <source>Sign</source>
        <translation>Firma</translation>
    </message>
    <message>
        <source>PIN</source>
        <translation>PIN</translation>
    </message>
    <message>
        <source>Likely now</source>
        <translation>Lo más probable ahora</translation>
    </message>
    <message>
        <source>Or choose what it is about</source>
        <translation>O elija de qué se trata</translation>
    </message>
    <message>
        <source>More rulings</source>
        <translation>Más decisiones</translation>
    </message>
    <message>
        <source>It is another card</source>
        <translation>Es otra carta</translation>
    </message>
    <message>
        <source>Finding: {sentence}.</source>
        <translation>Constatación: {sentence}.</translation>
    </message>
    <message>
        <source>DO IT</source>
        <translation>HÁGALO</translation>
    </message>
    <message>
        <source>CHANGE NOTHING</source>
        <translation>NO CAMBIAR NADA</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Jugador</translation>
    </message>
    <message>
        <source>Payout</source>
        <translation>Pago</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Aparato</translation>
    </message>
    <message>
        <source>1 point less</source>
        <translation>1 punto menos</translation>
    </message>
    <message>
        <source>A busy table</source>
        <translation>Una mesa llena</translation>
    </message>
    <message>
        <source>A card leaves the shoe, and no card was due.</source>
        <translation>Sale una carta del sabot y no tocaba ninguna.</translation>
    </message>
    <message>
        <source>A certificate was printed</source>
        <translation>Se imprimió un certificado</translation>
    </message>
    <message>
        <source>A player asks to see the burned card.</source>
        <translation>Un jugador pide ver la carta quemada.</translation>
    </message>
    <message>
        <source>A player gives a toke of {amount}.</source>
        <translation>Un jugador da una propina de {amount}.</translation>
    </message>
    <message>
        <source>A quiet table</source>
        <translation>Una mesa tranquila</translation>
    </message>
    <message>
        <source>A round</source>
        <translation>Una ronda</translation>
    </message>
    <message>
        <source>A shuffle is ordered.</source>
        <translation>Se ordena barajar.</translation>
    </message>
    <message>
        <source>A steady table</source>
        <translation>Una mesa normal</translation>
    </message>
    <message>
        <source>A toke is to be changed for colour.</source>
        <translation>Hay que cambiar una propina por fichas mayores.</translation>
    </message>
    <message>
        <source>A trainee answered a question</source>
        <translation>Un alumno respondió una pregunta</translation>
    </message>
    <message>
        <source>A trainee finished an exercise</source>
        <translation>Un alumno terminó un ejercicio</translation>
    </message>
    <message>
        <source>A war at every spot</source>
        <translation>Una guerra en cada casilla</translation>
    </message>
    <message>
        <source>AGAIN</source>
        <translation>OTRA VEZ</translation>
    </message>
    <message>
        <source>Another cut is ordered.</source>
        <translation>Se ordena otro corte.</translation>
    </message>
    <message>
        <source>Answers shown</source>
        <translation>Respuestas mostradas</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>Cartas quemadas</translation>
    </message>
    <message>
        <source>Deal a shift</source>
        <translation>Repartir un turno</translation>
    </message>
    <message>
        <source>Drills</source>
        <translation>Prácticas cortas</translation>
    </message>
    <message>
        <source>Find the error</source>
        <translation>Encuentre el error</translation>
    </message>
    <message>
        <source>GO ON</source>
        <translation>SEGUIR</translation>
    </message>
    <message>
        <source>HINT</source>
        <translation>PISTA</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>Pistas</translation>
    </message>
    <message>
        <source>Hyphen</source>
        <translation>Guion</translation>
    </message>
    <message>
        <source>LEAVE THE SCHOOL</source>
        <translation>SALIR DE LA ESCUELA</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lecciones</translation>
    </message>
    <message>
        <source>NEXT LESSON</source>
        <translation>SIGUIENTE LECCIÓN</translation>
    </message>
    <message>
        <source>NEXT PAGE</source>
        <translation>PÁGINA SIGUIENTE</translation>
    </message>
    <message>
        <source>NOT NOW</source>
        <translation>AHORA NO</translation>
    </message>
    <message>
        <source>NOT PASSED YET</source>
        <translation>AÚN NO SUPERADA</translation>
    </message>
    <message>
        <source>New cards are ordered.</source>
        <translation>Se ordenan cartas nuevas.</translation>
    </message>
    <message>
        <source>Nobody plays any more.</source>
        <translation>Ya no juega nadie.</translation>
    </message>
    <message>
        <source>One hand was settled wrongly. Touch its spot.</source>
        <translation>Una mano se liquidó mal. Toque su casilla.</translation>
    </message>
    <message>
        <source>One wrong answer is taken away.</source>
        <translation>Se quita una respuesta errónea.</translation>
    </message>
    <message>
        <source>PAGE BEFORE</source>
        <translation>PÁGINA ANTERIOR</translation>
    </message>
    <message>
        <source>PASSED</source>
        <translation>SUPERADA</translation>
    </message>
    <message>
        <source>Payouts against time</source>
        <translation>Pagos contra reloj</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Puntos</translation>
    </message>
    <message>
        <source>Points: {points}</source>
        <translation>Puntos: {points}</translation>
    </message>
    <message>
        <source>Procedure errors</source>
        <translation>Errores de procedimiento</translation>
    </message>
    <message>
        <source>Question {number} of {count}</source>
        <translation>Pregunta {number} de {count}</translation>
    </message>
    <message>
        <source>RIGHT: +{points}</source>
        <translation>CORRECTO: +{points}</translation>
    </message>
    <message>
        <source>Refused taps</source>
        <translation>Toques rechazados</translation>
    </message>
    <message>
        <source>SHOW ME</source>
        <translation>MUÉSTREME</translation>
    </message>
    <message>
        <source>School</source>
        <translation>Escuela</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Segundos</translation>
    </message>
    <message>
        <source>Settle in order</source>
        <translation>Liquidar en orden</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Turno</translation>
    </message>
    <message>
        <source>Shuffle and cut</source>
        <translation>Barajar y cortar</translation>
    </message>
    <message>
        <source>Side bets</source>
        <translation>Apuestas adicionales</translation>
    </message>
    <message>
        <source>Somebody new</source>
        <translation>Alguien nuevo</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Espacio</translation>
    </message>
    <message>
        <source>THE ANSWER</source>
        <translation>LA RESPUESTA</translation>
    </message>
    <message>
        <source>THIS IS MY NAME</source>
        <translation>ESTE ES MI NOMBRE</translation>
    </message>
    <message>
        <source>TIME IS UP</source>
        <translation>SE ACABÓ EL TIEMPO</translation>
    </message>
    <message>
        <source>TRY AGAIN</source>
        <translation>OTRO INTENTO</translation>
    </message>
    <message>
        <source>Taps</source>
        <translation>Toques</translation>
    </message>
    <message>
        <source>The book can be read in two ways; this is the reading of this house.</source>
        <translation>El reglamento admite dos lecturas; esta es la de la casa.</translation>
    </message>
    <message>
        <source>The book does not say it in so many words; it follows from what it says.</source>
        <translation>El reglamento no lo dice con estas palabras; se deduce de lo que dice.</translation>
    </message>
    <message>
        <source>The book does not say; this house decided.</source>
        <translation>El reglamento no lo dice; lo decidió la casa.</translation>
    </message>
    <message>
        <source>The book puts another place first.</source>
        <translation>El reglamento pone antes otro sitio.</translation>
    </message>
    <message>
        <source>The book says nothing about it; a person with the right to decides.</source>
        <translation>El reglamento no dice nada de esto; decide una persona autorizada.</translation>
    </message>
    <message>
        <source>The book says this.</source>
        <translation>El reglamento lo dice.</translation>
    </message>
    <message>
        <source>The last tap is taken back.</source>
        <translation>Se deshace el último toque.</translation>
    </message>
    <message>
        <source>The opening of the table</source>
        <translation>La apertura de la mesa</translation>
    </message>
    <message>
        <source>The order of settlement</source>
        <translation>El orden de liquidación</translation>
    </message>
    <message>
        <source>The players put down their wagers.</source>
        <translation>Los jugadores ponen sus apuestas.</translation>
    </message>
    <message>
        <source>The reader cannot read this card.</source>
        <translation>El lector no puede leer esta carta.</translation>
    </message>
    <message>
        <source>The results of the school cannot be read, so no dealer can sign in: {why}</source>
        <translation>No se pueden leer los resultados de la escuela, así que ningún crupier puede entrar: {why}</translation>
    </message>
    <message>
        <source>The ruling: {words}.</source>
        <translation>La decisión: {words}.</translation>
    </message>
    <message>
        <source>The table is closed.</source>
        <translation>Se cierra la mesa.</translation>
    </message>
    <message>
        <source>The table is opened again.</source>
        <translation>Se vuelve a abrir la mesa.</translation>
    </message>
    <message>
        <source>The {cut_card} comes out of the shoe.</source>
        <translation>Sale del sabot: {cut_card}.</translation>
    </message>
    <message>
        <source>The {device} reports: {told}.</source>
        <translation>Aviso de {device}: {told}.</translation>
    </message>
    <message>
        <source>This is the rule.</source>
        <translation>Esta es la regla.</translation>
    </message>
    <message>
        <source>Ties and surrender</source>
        <translation>Empates y rendición</translation>
    </message>
    <message>
        <source>War</source>
        <translation>Guerra</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>¿Qué quiere hacer?</translation>
    </message>
    <message>
        <source>What may be ruled here by the book?</source>
        <translation>¿Qué permite decidir aquí el reglamento?</translation>
    </message>
    <message>
        <source>What now?</source>
        <translation>¿Y ahora?</translation>
    </message>
    <message>
        <source>What now? Touch the place on the felt that is next.</source>
        <translation>¿Y ahora? Toque en el tapete el sitio que sigue.</translation>
    </message>
    <message>
        <source>Which rulebook?</source>
        <translation>¿Qué reglamento?</translation>
    </message>
    <message>
        <source>Who learns?</source>
        <translation>¿Quién aprende?</translation>
    </message>
    <message>
        <source>Words to say aloud</source>
        <translation>Palabras en voz alta</translation>
    </message>
    <message>
        <source>Wrong answers</source>
        <translation>Respuestas erróneas</translation>
    </message>
    <message>
        <source>deal at a simulated table</source>
        <translation>reparta en una mesa simulada</translation>
    </message>
    <message>
        <source>enter a name</source>
        <translation>escriba un nombre</translation>
    </message>
    <message>
        <source>lessons and drills</source>
        <translation>lecciones y prácticas</translation>
    </message>
    <message>
        <source>no points</source>
        <translation>sin puntos</translation>
    </message>
    <message>
        <source>not passed yet, {percent} %</source>
        <translation>aún no superada, {percent} %</translation>
    </message>
    <message>
        <source>opens in a moment</source>
        <translation>se abre enseguida</translation>
    </message>
    <message>
        <source>passed, {percent} %</source>
        <translation>superada, {percent} %</translation>
    </message>
    <message>
        <source>what you got wrong comes first</source>
        <translation>primero lo que falló</translation>
    </message>
    <message>
        <source>with an instructor at the panel</source>
        <translation>con un instructor en el panel</translation>
    </message>
    <message>
        <source>with faults from the program</source>
        <translation>con fallos del programa</translation>
    </message>
    <message>
        <source>{name} has not passed lessons that this table requires: {lessons} and {more} more. Take them under Training on the start screen, or with `dealer-station train`</source>
        <translation>{name} no ha superado lecciones que esta mesa exige: {lessons} y {more} más. Hágalas en Práctica, en la pantalla de inicio, o con `dealer-station train`</translation>
    </message>
    <message>
        <source>{name} has not passed lessons that this table requires: {lessons}. Take them under Training on the start screen, or with `dealer-station train`</source>
        <translation>{name} no ha superado lecciones que esta mesa exige: {lessons}. Hágalas en Práctica, en la pantalla de inicio, o con `dealer-station train`</translation>
    </message>
    <message>
        <source>{name} takes over as the dealer.</source>
        <translation>{name} toma el relevo como crupier.</translation>
    </message>
    <message>
        <source>{passed} of {count} lessons passed</source>
        <translation>{passed} de {count} lecciones superadas</translation>
    </message>
    <message>
        <source>{percent} % are needed to pass.</source>
        <translation>Hace falta el {percent} % para superarla.</translation>
    </message>
    <message>
        <source>{points} of {most}</source>
        <translation>{points} de {most}</translation>
    </message>
    <message>
        <source>{where} calls out a wager.</source>
        <translation>{where}: se canta una apuesta.</translation>
    </message>
    <message>
        <source>{where} goes to war.</source>
        <translation>{where} va a la guerra.</translation>
    </message>
    <message>
        <source>{where} refuses the cut.</source>
        <translation>{where} no quiere cortar.</translation>
    </message>
    <message>
        <source>{where} surrenders.</source>
        <translation>{where} se rinde.</translation>
    </message>
    <message>
        <source>{where} takes the cut.</source>
        <translation>{where} corta.</translation>
    </message>
    <message>
        <source>{where}: the wheel shows {symbol}.</source>
        <translation>{where}: la rueda marca {symbol}.</translation>
    </message>
    <message>
        <source>“{answer}” departs from the book.</source>
        <translation>«{answer}» se aparta del reglamento.</translation>
    </message>
    <message>
        <source>“{answer}” is not what the book asks for now.</source>
        <translation>«{answer}» no es lo que el reglamento pide ahora.</translation>
    </message>
    <message>
        <source>{names} is void already</source>
        <translation>{names} ya está anulada</translation>
    </message>
</context>
</TS>
