<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es">
<context>
    <name>new_zealand</name>
    <message>
        <source>It stays a burn card</source>
        <translation>Sigue siendo carta descartada</translation>
    </message>
    <message>
        <source>A burn card was seen</source>
        <translation>Se vio una carta descartada</translation>
    </message>
    <message>
        <source>A card is burned, face down</source>
        <translation>Se ha descartado una carta, boca abajo</translation>
    </message>
    <message>
        <source>A card was burned; its face is sealed</source>
        <translation>Se descartó una carta; su cara está sellada</translation>
    </message>
    <message>
        <source>A player asked to see the burn card</source>
        <translation>Un jugador pidió ver la carta descartada</translation>
    </message>
    <message>
        <source>A player asks to see the burn card</source>
        <translation>Un jugador pide ver la carta descartada</translation>
    </message>
    <message>
        <source>BURN</source>
        <translation>DESCARTE</translation>
    </message>
    <message>
        <source>burn</source>
        <translation>descartada</translation>
    </message>
    <message>
        <source>Burn</source>
        <translation>Descartas</translation>
    </message>
    <message>
        <source>Burn a card face down, unseen</source>
        <translation>Descarte una carta boca abajo, sin verla</translation>
    </message>
    <message>
        <source>BURN a card, face down, unseen</source>
        <translation>DESCARTE una carta, boca abajo, sin verla</translation>
    </message>
    <message>
        <source>Burn a card: face down into the discard rack, unseen</source>
        <translation>Descarte una carta: boca abajo al portadescartes, sin verla</translation>
    </message>
    <message>
        <source>Burn another card</source>
        <translation>Descarte otra carta</translation>
    </message>
    <message>
        <source>BURN IT</source>
        <translation>DESCARTARLA</translation>
    </message>
    <message>
        <source>Burn the card</source>
        <translation>Descarte la carta</translation>
    </message>
    <message>
        <source>Burn the card that lay aside</source>
        <translation>Descarte la carta apartada</translation>
    </message>
    <message>
        <source>Burn the cards now</source>
        <translation>Descarte las cartas ahora</translation>
    </message>
    <message>
        <source>BURN {number} OF {count}</source>
        <translation>DESCARTE {number} DE {count}</translation>
    </message>
    <message>
        <source>Burn {number} of {count}: face down into the discard rack, unseen</source>
        <translation>Descarte {number} de {count}: boca abajo al portadescartes, sin verla</translation>
    </message>
    <message>
        <source>Burn {what}</source>
        <translation>Descarte {what}</translation>
    </message>
    <message>
        <source>BURNED</source>
        <translation>DESCARTADA</translation>
    </message>
    <message>
        <source>Cards stay as they lie, no burn</source>
        <translation>Las cartas valen como están, sin descarte</translation>
    </message>
    <message>
        <source>face down, with the burns</source>
        <translation>boca abajo, con las descartadas</translation>
    </message>
    <message>
        <source>How many burns were forgotten?</source>
        <translation>¿Cuántos descartes se olvidaron?</translation>
    </message>
    <message>
        <source>key in the cards that were taken for burns, in the order they were drawn</source>
        <translation>teclee las cartas que se tomaron por descartadas, en el orden en que salieron</translation>
    </message>
    <message>
        <source>nobody may see a burn card</source>
        <translation>nadie puede ver una carta descartada</translation>
    </message>
    <message>
        <source>Nobody saw the burn card</source>
        <translation>Nadie vio la carta descartada</translation>
    </message>
    <message>
        <source>only {len} cards were taken for burns</source>
        <translation>solo {len} cartas se tomaron por descartadas</translation>
    </message>
    <message>
        <source>Open the burn cards of round {number}</source>
        <translation>Abrir las cartas descartadas de la ronda {number}</translation>
    </message>
    <message>
        <source>Put the card face down with the burns</source>
        <translation>Ponga la carta boca abajo con las descartadas</translation>
    </message>
    <message>
        <source>sealed with the burn card</source>
        <translation>sellada con la carta descartada</translation>
    </message>
    <message>
        <source>Take the card of {spot}, face down, to the burns</source>
        <translation>Lleve la carta de {spot}, boca abajo, a las descartadas</translation>
    </message>
    <message>
        <source>Take the misplaced card at {spot}, face down, to the burns</source>
        <translation>Lleve la carta mal puesta de {spot}, boca abajo, a las descartadas</translation>
    </message>
    <message>
        <source>Take the misplaced card, face down, to the burns</source>
        <translation>Lleve la carta mal puesta, boca abajo, a las descartadas</translation>
    </message>
    <message>
        <source>Take your card, face down, to the burns</source>
        <translation>Lleve su carta, boca abajo, a las descartadas</translation>
    </message>
    <message>
        <source>The burn stays</source>
        <translation>El descarte queda</translation>
    </message>
    <message>
        <source>The burn was forgotten</source>
        <translation>Se olvidó el descarte</translation>
    </message>
    <message>
        <source>The burn was made</source>
        <translation>El descarte se hizo</translation>
    </message>
    <message>
        <source>Three burns {chosen}, as the operator chose ({cite} can be read both ways)</source>
        <translation>Tres cartas descartadas {chosen}, como eligió el operador ({cite} puede leerse de las dos maneras)</translation>
    </message>
    <message>
        <source>Three burns {chosen}: our reading, until the operator chooses ({cite} can be read both ways)</source>
        <translation>Tres cartas descartadas {chosen}: nuestra lectura, hasta que el operador elija ({cite} puede leerse de las dos maneras)</translation>
    </message>
    <message>
        <source>{what} is the burn</source>
        <translation>{what} es el descarte</translation>
    </message>
    <message>
        <source>{card} becomes the burn that is due</source>
        <translation>{card} pasa a ser la carta que toca descartar</translation>
    </message>
    <message>
        <source>{card} is burned, face down</source>
        <translation>{card} se descarta, boca abajo</translation>
    </message>
    <message>
        <source>A player asks to see the burned card.</source>
        <translation>Un jugador pide ver la carta descartada.</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>Cartas descartadas</translation>
    </message>
</context>
</TS>
