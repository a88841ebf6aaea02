<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>exhibit_a</name>
    <message>
        <source>cut card</source>
        <translation>cutting card</translation>
    </message>
    <message>
        <source>Move all cards in front of the cut card to the back of the stack</source>
        <translation>Move all cards in front of the cutting card to the back of the stack</translation>
    </message>
    <message>
        <source>Put the cut card into the stack</source>
        <translation>Put the cutting card into the stack</translation>
    </message>
    <message>
        <source>Put the second cut card at the back of the stack</source>
        <translation>Put the second cutting card at the back of the stack</translation>
    </message>
    <message>
        <source>Put the second cut card behind the last card of the stack, to hide it</source>
        <translation>Put the second cutting card behind the last card of the stack, to hide it</translation>
    </message>
    <message>
        <source>The cut card came and nobody shuffled, or it is overdue</source>
        <translation>The cutting card came and nobody shuffled, or it is overdue</translation>
    </message>
    <message>
        <source>The cut card came out</source>
        <translation>The cutting card came out</translation>
    </message>
    <message>
        <source>The cut card came out: does the shoe go on?</source>
        <translation>The cutting card came out: does the shoe go on?</translation>
    </message>
    <message>
        <source>The cut card did not come out</source>
        <translation>The cutting card did not come out</translation>
    </message>
    <message>
        <source>The cut card has not come</source>
        <translation>The cutting card has not come</translation>
    </message>
    <message>
        <source>The cut card is in the shoe</source>
        <translation>The cutting card is in the shoe</translation>
    </message>
    <message>
        <source>The cut card was never put in</source>
        <translation>The cutting card was never put in</translation>
    </message>
    <message>
        <source>The cut card was put back, {cards} from the back</source>
        <translation>The cutting card was put back, {cards} from the back</translation>
    </message>
    <message>
        <source>without a cut card</source>
        <translation>without a cutting card</translation>
    </message>
    <message>
        <source>the cut card is not put back now</source>
        <translation>the cutting card is not put back now</translation>
    </message>
    <message>
        <source>the cut card at {cards} cards from the back is wrong: {measure_words}</source>
        <translation>the cutting card at {cards} cards from the back is wrong: {measure_words}</translation>
    </message>
</context>
</TS>
