// Send a place to a friend: one seat of the booking gets its own code and is the friend's, until it is taken back.
import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { Place } from '../../../contract/places.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { friendName } from '../../lib/seat-words.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './send-place.module.css'
import * as words from './sending-words.ts'

interface Props {
  ticket: OwnTicket
  /** The ticket is not as it was. */
  onChange: () => void
}

/** The system's own sheet where there is one, else the clipboard. */
async function passOn({ url, ...place }: Place, title: string): Promise<string | null> {
  try {
    if (navigator.share) {
      await navigator.share({ title, text: words.placeForYou(title), url })
      return null
    }
    await navigator.clipboard.writeText(url)
    return words.linkCopied(friendName(place))
  } catch {
    // Put away without sending it, or refused: the link stays in sight.
    return null
  }
}

function useSentPlaces({ ticket, onChange }: Props) {
  const { id: ticketId } = ticket
  const params = { ticketId }
  // Asked again whenever the ticket was.
  const { loaded } = useCall(`places ${ticketId}`, (api) => api.places.list({ params }), ticket)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const carryOut = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    setProblem(null)
    try {
      return await ask(work)
    } catch (error) {
      setProblem(failureSentence(error))
      return undefined
    } finally {
      setBusy(false)
      onChange()
    }
  }

  return {
    places: loaded.state === 'loaded' ? loaded.value : [],
    isBusy,
    problem,
    setProblem,
    send: (name: string) => {
      const headers = { 'idempotency-key': randomKey() }
      return carryOut(async () => (await loadApi()).places.send({ params, headers, body: { name } }))
    },
    takeBack: (placeId: number) =>
      carryOut(async () => (await loadApi()).places.takeBack({ params: { ticketId, placeId } })),
  }
}

interface TakeBackProps {
  place: Place
  isBusy: boolean
  onTakeBack: () => void
  onClose: () => void
}

function TakeBackQuestion({ place, isBusy, onTakeBack, onClose }: TakeBackProps) {
  const name = friendName(place)
  return (
    <Dialog open title={words.takeBackFor(name)} onClose={onClose} locked={isBusy}>
      <p className={style.question}>{words.linkStopsWorking}</p>
      <DialogActs
        act={words.takeItBack}
        ends
        onAct={onTakeBack}
        close={words.keepIt}
        isBusy={isBusy}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** While there is a seat to send, or one that was sent. */
export function SendPlace({ ticket, onChange }: Props) {
  const { numberOfTickets, sent, event } = ticket
  const canSend = numberOfTickets > 1 && ownSeats(ticket).free > 0
  return canSend || sent.length > 0 ? (
    <Places ticket={ticket} onChange={onChange} canSend={canSend} title={event.title} />
  ) : null
}

function Places({ ticket, onChange, canSend, title }: Props & { canSend: boolean; title: string }) {
  const { places, isBusy, problem, setProblem, send, takeBack } = useSentPlaces({ ticket, onChange })
  const [name, setName] = useState('')
  const [asked, setAsked] = useState<Place | null>(null)
  const showToast = useToast()
  const share = async (place: Place) => {
    const message = await passOn(place, title)
    if (message) showToast(message)
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (name.trim() === '') return setProblem(words.nameIsMissing)
    const place = await send(name)
    if (!place) return
    setName('')
    await share(place)
  }
  return (
    <section className={style.section} aria-labelledby="send-place">
      <h2 id="send-place">{canSend ? words.sendToFriend : words.placesYouSent}</h2>
      {places.length > 0 && (
        <ul role="list" className={style.places}>
          {places.map((place) => (
            <li key={place.id} className={style.place}>
              <span className={style.name}>
                {place.name ?? words.aFriend} {place.usedAt && <span className="quiet">{words.isIn}</span>}
              </span>
              {!place.usedAt && (
                <span className={style.acts}>
                  <Button
                    look="text"
                    aria-label={words.shareLinkFor(friendName(place))}
                    onClick={() => void share(place)}
                  >
                    Share
                  </Button>
                  <Button
                    look="text"
                    aria-label={words.takeBackPlaceFor(friendName(place))}
                    onClick={() => setAsked(place)}
                  >
                    {words.takeBack}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {canSend && (
        <form className={style.form} onSubmit={(submitted) => void submit(submitted)} noValidate>
          <TextField
            label={words.friendsName}
            hint={words.aboutFriendsName}
            value={name}
            onValueChange={setName}
            maxLength={TEXT.name}
            autoComplete="off"
            invalid={problem !== null && name.trim() === ''}
          />
          <Button type="submit" look="outlined" disabled={isBusy}>
            {words.sendPlace}
          </Button>
        </form>
      )}
      <FormMessage problem={problem} />
      {asked && (
        <TakeBackQuestion
          place={asked}
          isBusy={isBusy}
          onTakeBack={() => void takeBack(asked.id).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
