<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>new_zealand</name>
    <message>
        <source>a burn</source>
        <translation>a discard</translation>
    </message>
    <message>
        <source>spot {name} has no such wager: say how much came beside it</source>
        <translation>box {name} has no such wager: say how much came beside it</translation>
    </message>
    <message>
        <source>It was in time: {amount} above the limit go back to spot {name}</source>
        <translation>It was in time: {amount} above the limit go back to box {name}</translation>
    </message>
    <message>
        <source>It was in time: {amount} go back to spot {name}</source>
        <translation>It was in time: {amount} go back to box {name}</translation>
    </message>
    <message>
        <source>{amount} more count on spot {name} although the cards are out.</source>
        <translation>{amount} more count on box {name} although the cards are out.</translation>
    </message>
    <message>
        <source>Spot {name} has the excess already</source>
        <translation>Box {name} has the excess already</translation>
    </message>
    <message>
        <source>spot {hands}: settled on a card that has changed</source>
        <translation>box {hands}: settled on a card that has changed</translation>
    </message>
    <message>
        <source>the {wager} wager of spot {name} is decided: report that the hand was settled wrongly</source>
        <translation>the {wager} wager of box {name} is decided: report that the hand was settled wrongly</translation>
    </message>
    <message>
        <source>The excess goes back to spot {name}</source>
        <translation>The excess goes back to box {name}</translation>
    </message>
    <message>
        <source>It stays a burn card</source>
        <translation>It stays a discarded card</translation>
    </message>
    <message>
        <source>/ search: war, spot 3, Ana …</source>
        <translation>/ search: war, box 3, Ana …</translation>
    </message>
    <message>
        <source>A burn card was seen</source>
        <translation>A discarded card was seen</translation>
    </message>
    <message>
        <source>A card is burned, face down</source>
        <translation>A card is discarded, face down</translation>
    </message>
    <message>
        <source>A card was burned; its face is sealed</source>
        <translation>A card was discarded; its face is sealed</translation>
    </message>
    <message>
        <source>A card went to an empty spot</source>
        <translation>A card went to an empty box</translation>
    </message>
    <message>
        <source>A player asked to see the burn card</source>
        <translation>A player asked to see the discarded card</translation>
    </message>
    <message>
        <source>A player asks to see the burn card</source>
        <translation>A player asks to see the discarded card</translation>
    </message>
    <message>
        <source>A spot got no card</source>
        <translation>A box got no card</translation>
    </message>
    <message>
        <source>Ask spot {name} again</source>
        <translation>Ask box {name} again</translation>
    </message>
    <message>
        <source>BURN</source>
        <translation>DISCARD</translation>
    </message>
    <message>
        <source>burn</source>
        <translation>discard</translation>
    </message>
    <message>
        <source>Burn</source>
        <translation>Discard</translation>
    </message>
    <message>
        <source>Burn a card face down, unseen</source>
        <translation>Discard a card face down</translation>
    </message>
    <message>
        <source>BURN a card, face down, unseen</source>
        <translation>DISCARD a card, face down</translation>
    </message>
    <message>
        <source>Burn a card: face down into the discard rack, unseen</source>
        <translation>Discard the first card: face down into the discard rack</translation>
    </message>
    <message>
        <source>Burn another card</source>
        <translation>Discard another card</translation>
    </message>
    <message>
        <source>BURN IT</source>
        <translation>DISCARD IT</translation>
    </message>
    <message>
        <source>Burn the card</source>
        <translation>Discard the card</translation>
    </message>
    <message>
        <source>Burn the card that lay aside</source>
        <translation>Discard the card that lay aside</translation>
    </message>
    <message>
        <source>Burn the cards now</source>
        <translation>Discard the cards now</translation>
    </message>
    <message>
        <source>BURN {number} OF {count}</source>
        <translation>DISCARD {number} OF {count}</translation>
    </message>
    <message>
        <source>Burn {number} of {count}: face down into the discard rack, unseen</source>
        <translation>Discard {number} of {count}: face down into the discard rack</translation>
    </message>
    <message>
        <source>Burn {what}</source>
        <translation>Discard {what}</translation>
    </message>
    <message>
        <source>BURNED</source>
        <translation>DISCARDED</translation>
    </message>
    <message>
        <source>The wager of spot {name} stands</source>
        <translation>The wager of box {name} stands</translation>
    </message>
    <message>
        <source>Cards stay as they lie, no burn</source>
        <translation>Cards stand as they lie, no discard</translation>
    </message>
    <message>
        <source>dealer against spot {what}</source>
        <translation>dealer against box {what}</translation>
    </message>
    <message>
        <source>face down, with the burns</source>
        <translation>face down, with the discards</translation>
    </message>
    <message>
        <source>How many burns were forgotten?</source>
        <translation>How many discards were forgotten?</translation>
    </message>
    <message>
        <source>it lies at spot {spot}</source>
        <translation>it lies at box {spot}</translation>
    </message>
    <message>
        <source>key in the cards that were taken for burns, in the order they were drawn</source>
        <translation>key in the cards that were taken for discards, in the order they were drawn</translation>
    </message>
    <message>
        <source>Leave the wager of spot {name}</source>
        <translation>Leave the wager of box {name}</translation>
    </message>
    <message>
        <source>Let the wager of spot {name} stand</source>
        <translation>Let the wager of box {name} stand</translation>
    </message>
    <message>
        <source>Let {amount} stand on spot {name}</source>
        <translation>Let {amount} stand on box {name}</translation>
    </message>
    <message>
        <source>It was in time: {amount} count on spot {name}</source>
        <translation>It was in time: {amount} count on box {name}</translation>
    </message>
    <message>
        <source>It was in time: {amount} more count on spot {name}</source>
        <translation>It was in time: {amount} more count on box {name}</translation>
    </message>
    <message>
        <source>no card has come to spot {spot} yet</source>
        <translation>no card has come to box {spot} yet</translation>
    </message>
    <message>
        <source>No card lies at an empty spot</source>
        <translation>No card lies at an empty box</translation>
    </message>
    <message>
        <source>no card lies on spot {spot}</source>
        <translation>no card lies on box {spot}</translation>
    </message>
    <message>
        <source>nobody may see a burn card</source>
        <translation>nobody may see a discarded card</translation>
    </message>
    <message>
        <source>nobody plays on spot {name}</source>
        <translation>nobody plays on box {name}</translation>
    </message>
    <message>
        <source>Nobody saw the burn card</source>
        <translation>Nobody saw the discarded card</translation>
    </message>
    <message>
        <source>only {len} cards were taken for burns</source>
        <translation>only {len} cards were taken for discards</translation>
    </message>
    <message>
        <source>Open the burn cards of round {number}</source>
        <translation>Open the discarded cards of round {number}</translation>
    </message>
    <message>
        <source>Pay spot {name}</source>
        <translation>Pay box {name}</translation>
    </message>
    <message>
        <source>Pay spot {name}, undo all others</source>
        <translation>Pay box {name}, undo all others</translation>
    </message>
    <message>
        <source>Pay spot {name} in full</source>
        <translation>Pay box {name} in full</translation>
    </message>
    <message>
        <source>Pay the symbol of spot {name}</source>
        <translation>Pay the symbol of box {name}</translation>
    </message>
    <message>
        <source>Pay {amount} to spot {name}</source>
        <translation>Pay {amount} to box {name}</translation>
    </message>
    <message>
        <source>Pay {amount} to spot {name}, undo all others</source>
        <translation>Pay {amount} to box {name}, undo all others</translation>
    </message>
    <message>
        <source>Play the hand of spot {name} out</source>
        <translation>Play the hand of box {name} out</translation>
    </message>
    <message>
        <source>player {player} on spot {spot}</source>
        <translation>player {player} on box {spot}</translation>
    </message>
    <message>
        <source>Put the card face down with the burns</source>
        <translation>Put the card face down into the discard rack</translation>
    </message>
    <message>
        <source>Return the toke of spot {name}</source>
        <translation>Return the toke of box {name}</translation>
    </message>
    <message>
        <source>Return the wager to spot {name}</source>
        <translation>Return the wager to box {name}</translation>
    </message>
    <message>
        <source>Return {amount} to spot {name}</source>
        <translation>Return {amount} to box {name}</translation>
    </message>
    <message>
        <source>return {amount} to spot {name}</source>
        <translation>return {amount} to box {name}</translation>
    </message>
    <message>
        <source>sealed with the burn card</source>
        <translation>sealed with the discarded card</translation>
    </message>
    <message>
        <source>Spin again for spot {name}</source>
        <translation>Spin again for box {name}</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Box</translation>
    </message>
    <message>
        <source>spot and amount come next</source>
        <translation>box and amount come next</translation>
    </message>
    <message>
        <source>To change one, tap its spot.</source>
        <translation>To change one, tap its box.</translation>
    </message>
    <message>
        <source>Spot out</source>
        <translation>Box out</translation>
    </message>
    <message>
        <source>spot {hands}: settled on a card that may not be used</source>
        <translation>box {hands}: settled on a card that may not be used</translation>
    </message>
    <message>
        <source>Spot {name}</source>
        <translation>Box {name}</translation>
    </message>
    <message>
        <source>spot {name}</source>
        <translation>box {name}</translation>
    </message>
    <message>
        <source>Spot {name} as it lay at the call</source>
        <translation>Box {name} as it lay at the call</translation>
    </message>
    <message>
        <source>The hand of spot {name} stands</source>
        <translation>The hand of box {name} stands</translation>
    </message>
    <message>
        <source>spot {name} was not skipped: it is still to be asked</source>
        <translation>box {name} has not been passed over: it is still to be asked</translation>
    </message>
    <message>
        <source>spot {name} is asked now, not {name2}</source>
        <translation>box {name} is asked now, not {name2}</translation>
    </message>
    <message>
        <source>Spot {name} is not asked again</source>
        <translation>Box {name} is not asked again</translation>
    </message>
    <message>
        <source>spot {name} is not at war</source>
        <translation>box {name} is not at war</translation>
    </message>
    <message>
        <source>Spot {name} is void: its wagers go back</source>
        <translation>Box {name} is void: its wagers go back</translation>
    </message>
    <message>
        <source>Spot {name} out, wager back</source>
        <translation>Box {name} out, wager back</translation>
    </message>
    <message>
        <source>Spot {name} plays without a card</source>
        <translation>Box {name} plays without a card</translation>
    </message>
    <message>
        <source>Spot {name} stays as settled</source>
        <translation>Box {name} stays as settled</translation>
    </message>
    <message>
        <source>Spot {name} void, wagers back</source>
        <translation>Box {name} void, wagers back</translation>
    </message>
    <message>
        <source>spot {name} would be paid {amount}, the limit is {limit}</source>
        <translation>box {name} would be paid {amount}, the limit is {limit}</translation>
    </message>
    <message>
        <source>Spot {name}: surrender</source>
        <translation>Box {name}: surrender</translation>
    </message>
    <message>
        <source>spot {name}: the cards of the war are in the rack, and the book does not say what follows then</source>
        <translation>box {name}: the cards of the war are in the rack, and the book does not say what follows then</translation>
    </message>
    <message>
        <source>spot {name}: the {war_wager} is {wanted}, no more and no less</source>
        <translation>box {name}: the {war_wager} is {wanted}, no more and no less</translation>
    </message>
    <message>
        <source>Spot {name}: war</source>
        <translation>Box {name}: war</translation>
    </message>
    <message>
        <source>Spot {name}: {amount}</source>
        <translation>Box {name}: {amount}</translation>
    </message>
    <message>
        <source>Spot {name}: {moves}</source>
        <translation>Box {name}: {moves}</translation>
    </message>
    <message>
        <source>spot {name}: {needs_the_floor}</source>
        <translation>box {name}: {needs_the_floor}</translation>
    </message>
    <message>
        <source>spot {name}: {worth}</source>
        <translation>box {name}: {worth}</translation>
    </message>
    <message>
        <source>spot {owner}</source>
        <translation>box {owner}</translation>
    </message>
    <message>
        <source>spot {place}</source>
        <translation>box {place}</translation>
    </message>
    <message>
        <source>Spot {place}: {card}</source>
        <translation>Box {place}: {card}</translation>
    </message>
    <message>
        <source>spot {spot}</source>
        <translation>box {spot}</translation>
    </message>
    <message>
        <source>Spot {spot} called a wager out</source>
        <translation>Box {spot} called a wager out</translation>
    </message>
    <message>
        <source>Spot {spot} declines the cut</source>
        <translation>Box {spot} declines the cut</translation>
    </message>
    <message>
        <source>spot {spot} has one bettor: name it {spot}, or a second one {spot}b</source>
        <translation>box {spot} has one bettor: name it {spot}, or a second one {spot}b</translation>
    </message>
    <message>
        <source>spot {spot} has refused the cut already</source>
        <translation>box {spot} has refused the cut already</translation>
    </message>
    <message>
        <source>spot {spot} is shared; name its bettors {spot}a, {spot}b, {spot}c</source>
        <translation>box {spot} is shared; name its bettors {spot}a, {spot}b, {spot}c</translation>
    </message>
    <message>
        <source>Spot {spot} takes the cut</source>
        <translation>Box {spot} takes the cut</translation>
    </message>
    <message>
        <source>Spot {spot}: the wheel stopped at {symbol}</source>
        <translation>Box {spot}: the wheel stopped at {symbol}</translation>
    </message>
    <message>
        <source>spot {spot}{bettor}</source>
        <translation>box {spot}{bettor}</translation>
    </message>
    <message>
        <source>spot {spot}{bettor} is there twice</source>
        <translation>box {spot}{bettor} is there twice</translation>
    </message>
    <message>
        <source>spot {which} has no progressive wager</source>
        <translation>box {which} has no progressive wager</translation>
    </message>
    <message>
        <source>spot {which}{bettor}</source>
        <translation>box {which}{bettor}</translation>
    </message>
    <message>
        <source>spots {names}</source>
        <translation>boxes {names}</translation>
    </message>
    <message>
        <source>Take from spot {name}</source>
        <translation>Take from box {name}</translation>
    </message>
    <message>
        <source>Take from spot {name}, undo all others</source>
        <translation>Take from box {name}, undo all others</translation>
    </message>
    <message>
        <source>Take the card of {spot}, face down, to the burns</source>
        <translation>Take the card of {spot}, face down, to the discards</translation>
    </message>
    <message>
        <source>Take the misplaced card at {spot}, face down, to the burns</source>
        <translation>Take the card that lies wrongly at {spot}, face down, to the discards</translation>
    </message>
    <message>
        <source>Take the misplaced card, face down, to the burns</source>
        <translation>Take the card that lies wrongly, face down, to the discards</translation>
    </message>
    <message>
        <source>Take the wagers of spot {name}</source>
        <translation>Take the wagers of box {name}</translation>
    </message>
    <message>
        <source>Take your card, face down, to the burns</source>
        <translation>Take your card, face down, to the discards</translation>
    </message>
    <message>
        <source>Take {amount} from spot {name}</source>
        <translation>Take {amount} from box {name}</translation>
    </message>
    <message>
        <source>Take {amount} from spot {name}, undo all others</source>
        <translation>Take {amount} from box {name}, undo all others</translation>
    </message>
    <message>
        <source>Take {amount} of spot {name}</source>
        <translation>Take {amount} of box {name}</translation>
    </message>
    <message>
        <source>The burn stays</source>
        <translation>The discarded card stays</translation>
    </message>
    <message>
        <source>The burn was forgotten</source>
        <translation>The discard was forgotten</translation>
    </message>
    <message>
        <source>The burn was made</source>
        <translation>The card was discarded</translation>
    </message>
    <message>
        <source>The claim about spot {name} is right</source>
        <translation>The claim about box {name} is right</translation>
    </message>
    <message>
        <source>The coupon of spot {name} does not count</source>
        <translation>The coupon of box {name} does not count</translation>
    </message>
    <message>
        <source>The coupon of spot {name} is settled</source>
        <translation>The coupon of box {name} is settled</translation>
    </message>
    <message>
        <source>the cut is offered to spot {which} first</source>
        <translation>the cut is offered to box {which} first</translation>
    </message>
    <message>
        <source>The player on spot {name} says: I surrender.</source>
        <translation>The player on box {name} says: I surrender.</translation>
    </message>
    <message>
        <source>The player on spot {name} says: war.</source>
        <translation>The player on box {name} says: war.</translation>
    </message>
    <message>
        <source>the question is about spot {what}, not about {which}</source>
        <translation>the question is about box {what}, not about {which}</translation>
    </message>
    <message>
        <source>The spot had its card</source>
        <translation>The box had its card</translation>
    </message>
    <message>
        <source>The toke of spot {name} follows the hand</source>
        <translation>The toke of box {name} follows the hand</translation>
    </message>
    <message>
        <source>the wheel is spun for spot {which} now</source>
        <translation>the wheel is spun for box {which} now</translation>
    </message>
    <message>
        <source>this table has no spot {spot}</source>
        <translation>this table has no box {spot}</translation>
    </message>
    <message>
        <source>Three burns {chosen}, as the operator chose ({cite} can be read both ways)</source>
        <translation>Three discards {chosen}, as the operator chose ({cite} can be read both ways)</translation>
    </message>
    <message>
        <source>Three burns {chosen}: our reading, until the operator chooses ({cite} can be read both ways)</source>
        <translation>Three discards {chosen}: our reading, until the operator chooses ({cite} can be read both ways)</translation>
    </message>
    <message>
        <source>Which spot?</source>
        <translation>Which box?</translation>
    </message>
    <message>
        <source>{amount} is put back on spot {name}</source>
        <translation>{amount} is put back on box {name}</translation>
    </message>
    <message>
        <source>{amount} on spot {name}, as it lay at the call</source>
        <translation>{amount} on box {name}, as it lay at the call</translation>
    </message>
    <message>
        <source>{amount} to spot {name}</source>
        <translation>{amount} to box {name}</translation>
    </message>
    <message>
        <source>{name} is not on this table; it has spots 1 to {value}</source>
        <translation>{name} is not on this table; it has boxes 1 to {value}</translation>
    </message>
    <message>
        <source>{what} counts for spot {name}</source>
        <translation>{what} counts for box {name}</translation>
    </message>
    <message>
        <source>{what} is the burn</source>
        <translation>{what} is the discarded card</translation>
    </message>
    <message>
        <source>{what} stays at spot {name}</source>
        <translation>{what} stays at box {name}</translation>
    </message>
    <message>
        <source>{what} to spot {name}</source>
        <translation>{what} to box {name}</translation>
    </message>
    <message>
        <source>{where} is not an empty spot of this table</source>
        <translation>{where} is not an empty box of this table</translation>
    </message>
    <message>
        <source>spot {name} is void and can neither win nor lose: report a wrong payment</source>
        <translation>box {name} is void and can neither win nor lose: report a wrong payment</translation>
    </message>
    <message>
        <source>spot {name} is not settled yet</source>
        <translation>box {name} is not settled yet</translation>
    </message>
    <message>
        <source>a rule decides spot {name}: report a dispute or a wrong payment</source>
        <translation>a rule fixes what becomes of box {name}: report a dispute or a wrong payment</translation>
    </message>
    <message>
        <source>spot {name} had {amount} on the {wager} at the call: nothing was changed</source>
        <translation>box {name} had {amount} on the {wager} at the call: nothing was changed</translation>
    </message>
    <message>
        <source>spot {name} had {amount} on the {wager} at the call: report a late or a changed wager</source>
        <translation>box {name} had {amount} on the {wager} at the call: report a late or a changed wager</translation>
    </message>
    <message>
        <source>say which spot: report {kind} SPOT</source>
        <translation>say which box: report {kind} BOX</translation>
    </message>
    <message>
        <source>Leave the wager of spot {name} off</source>
        <translation>Leave the wager of box {name} off</translation>
    </message>
    <message>
        <source>the {wager} of spot {name} is decided: report that the hand was settled wrongly</source>
        <translation>the {wager} of box {name} is decided: report that the hand was settled wrongly</translation>
    </message>
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
    <message>
        <source>{name}: at most {value} to a spot here</source>
        <translation>{name}: at most {value} to a box here</translation>
    </message>
    <message>
        <source>a rule fixes what becomes of spot {name}: report a dispute or a wrong payment</source>
        <translation>a rule fixes what becomes of box {name}: report a dispute or a wrong payment</translation>
    </message>
    <message>
        <source>spot {name} has not been passed over: it is still to be asked</source>
        <translation>box {name} has not been passed over: it is still to be asked</translation>
    </message>
    <message>
        <source>{card} becomes the card of spot {name}</source>
        <translation>{card} becomes the card of box {name}</translation>
    </message>
    <message>
        <source>{card} becomes the burn that is due</source>
        <translation>{card} becomes the discard that is due</translation>
    </message>
    <message>
        <source>{card} is burned, face down</source>
        <translation>{card} is discarded, face down</translation>
    </message>
    <message>
        <source>{card} goes to spot {name}</source>
        <translation>{card} goes to box {name}</translation>
    </message>
    <message>
        <source>spot {name} is out and gets {amount} back</source>
        <translation>box {name} is out and gets {amount} back</translation>
    </message>
    <message>
        <source>spot {name} is out and gets its wagers back</source>
        <translation>box {name} is out and gets its wagers back</translation>
    </message>
    <message>
        <source>what was settled on spot {name} is undone</source>
        <translation>what was settled on box {name} is undone</translation>
    </message>
    <message>
        <source>spot {name} is asked again</source>
        <translation>box {name} is asked again</translation>
    </message>
    <message>
        <source>A player asks to see the burned card.</source>
        <translation>A player asks to see the discarded card.</translation>
    </message>
    <message>
        <source>A war at every spot</source>
        <translation>A war at every box</translation>
    </message>
    <message>
        <source>Burn cards</source>
        <translation>Discards</translation>
    </message>
    <message>
        <source>One hand was settled wrongly. Touch its spot.</source>
        <translation>One hand was settled wrongly. Touch its box.</translation>
    </message>
</context>
</TS>
