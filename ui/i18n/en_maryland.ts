<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>maryland</name>
    <message>
        <source>cut card</source>
        <translation>cover card</translation>
    </message>
    <message>
        <source>Move all cards in front of the cut card to the back of the stack</source>
        <translation>Move all cards in front of the cover card to the back of the stack</translation>
    </message>
    <message>
        <source>Put the cut card into the stack</source>
        <translation>Put the cover card into the stack</translation>
    </message>
    <message>
        <source>Put the second cut card at the back of the stack</source>
        <translation>Put the second cover card at the back of the stack</translation>
    </message>
    <message>
        <source>Put the second cut card behind the last card of the stack, to hide it</source>
        <translation>Put the second cover card behind the last card of the stack, to hide it</translation>
    </message>
    <message>
        <source>The cut card came and nobody shuffled, or it is overdue</source>
        <translation>The cover card came and nobody shuffled, or it is overdue</translation>
    </message>
    <message>
        <source>The cut card came out</source>
        <translation>The cover card came out</translation>
    </message>
    <message>
        <source>The cut card came out: does the shoe go on?</source>
        <translation>The cover card came out: does the shoe go on?</translation>
    </message>
    <message>
        <source>The cut card did not come out</source>
        <translation>The cover card did not come out</translation>
    </message>
    <message>
        <source>The cut card has not come</source>
        <translation>The cover card has not come</translation>
    </message>
    <message>
        <source>The cut card is in the shoe</source>
        <translation>The cover card is in the shoe</translation>
    </message>
    <message>
        <source>The cut card was never put in</source>
        <translation>The cover card was never put in</translation>
    </message>
    <message>
        <source>The cut card was put back, {cards} from the back</source>
        <translation>The cover card was put back, {cards} from the back</translation>
    </message>
    <message>
        <source>without a cut card</source>
        <translation>without a cover card</translation>
    </message>
    <message>
        <source>the cut card is not put back now</source>
        <translation>the cover card is not put back now</translation>
    </message>
    <message>
        <source>the cut card at {cards} cards from the back is wrong: {measure_words}</source>
        <translation>the cover card at {cards} cards from the back is wrong: {measure_words}</translation>
    </message>
</context>
</TS>
