// What is asked before places are given back: how many, and whose.
import { ownSeats } from '../../../contract/own-seats.ts'
import type { OwnTicket, SentPlace } from '../../../contract/tickets.ts'
import { friendName, friendNames } from '../../lib/seat-words.ts'
import { Button } from '../../ui/button.tsx'
import style from './give-back.module.css'
import type { Given } from './use-return.ts'
import * as words from './giving-words.ts'

export type GivableTicket = Pick<OwnTicket, 'id' | 'numberOfTickets'> &
  Partial<
    Pick<OwnTicket, 'admitted' | 'undoUntil' | 'waiting' | 'coming' | 'sent' | 'standby' | 'confirmUntil' | 'payment'>
  > & {
    event?: Pick<OwnTicket['event'], 'timeZone'>
  }

interface PanelProps {
  ticket: GivableTicket
  isBusy: boolean
  onGive: (given: Given) => void
}

interface WholeProps {
  onKeep: () => void
  isCalling: boolean
}

/** Friends keep their places unless somebody says otherwise, having read whose they are. */
export function WholeBooking({ ticket, isBusy, onGive, onKeep, isCalling }: PanelProps & WholeProps) {
  const { numberOfTickets, sent = [] } = ticket
  const { free } = ownSeats(ticket)
  return (
    <div role="group" aria-label={words.giveBackEverything} className={style.fewer}>
      <p>{words.friendsHave(friendNames(sent), sent.length)}</p>
      <div className="row wrap gap-12">
        {free > 0 && (
          <Button
            look={isCalling ? 'primary' : 'outlined'}
            disabled={isBusy}
            onClick={() => onGive({ numberOfTickets: free })}
          >
            {words.onlyMine(free)}
          </Button>
        )}
        <Button
          look={isCalling && free === 0 ? 'primary' : 'outlined'}
          disabled={isBusy}
          onClick={() => onGive({ numberOfTickets, places: sent.map(({ id }) => id) })}
        >
          {words.allOf(numberOfTickets, friendNames(sent))}
        </Button>
        <Button look="text" onClick={onKeep}>
          {words.keepThem}
        </Button>
      </div>
    </div>
  )
}

export function FewerOfUs({ ticket, isBusy, onGive }: PanelProps) {
  const { numberOfTickets, admitted = 0, sent = [] } = ticket
  const toCome = sent.filter(({ usedAt }) => !usedAt)
  if (toCome.length > 0) return <WhosePlace ticket={ticket} toCome={toCome} isBusy={isBusy} onGive={onGive} />
  const least = Math.max(1, admitted)
  const counts = Array.from({ length: numberOfTickets - least }, (_, index) => numberOfTickets - 1 - index)
  return (
    <div role="group" aria-label={words.howManyAreComing} className={style.fewer}>
      <p>{words.howManyAreComing}</p>
      <div className="row wrap gap-12">
        {counts.map((count) => (
          <Button
            key={count}
            look="outlined"
            disabled={isBusy}
            onClick={() => onGive({ numberOfTickets: numberOfTickets - count })}
          >
            {words.onlySome(count)}
          </Button>
        ))}
      </div>
    </div>
  )
}

function WhosePlace({ ticket, toCome, isBusy, onGive }: PanelProps & { toCome: SentPlace[] }) {
  const { free } = ownSeats(ticket)
  const name = (place: SentPlace) => (place.name === null ? words.ofAFriend : words.ofFriend(friendName(place)))
  return (
    <div role="group" aria-label={words.whichPlace} className={style.fewer}>
      <p>{words.whichPlace}</p>
      <div className="row wrap gap-12">
        {Array.from({ length: free }, (_, index) => index + 1).map((count) => (
          <Button key={count} look="outlined" disabled={isBusy} onClick={() => onGive({ numberOfTickets: count })}>
            {words.ofMine(count, free)}
          </Button>
        ))}
        {toCome.map((place) => (
          <Button
            key={`friend ${place.id}`}
            look="outlined"
            className={style.named}
            disabled={isBusy}
            onClick={() => onGive({ numberOfTickets: 1, places: [place.id] })}
          >
            {name(place)}
          </Button>
        ))}
      </div>
    </div>
  )
}
