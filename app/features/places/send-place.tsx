// Send a place to a friend: one seat of the booking gets a code of its own, until it is taken back or used.
import { useState } from 'react'
import type { Place } from '../../../contract/places.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './send-place.module.css'

const FAILED = 'That did not work. Please try again.'

/** The system's own sheet where there is one, else the clipboard. */
async function passOn(url: string): Promise<string | null> {
  try {
    if (navigator.share) {
      await navigator.share({ url })
      return null
    }
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    // Put away without sending it, or refused: the link stays in sight.
    return null
  }
}

function useSentPlaces(ticketId: number) {
  const params = { ticketId }
  const { loaded } = useCall(`places ${ticketId}`, (api) => api.places.list({ params }))
  const [changed, setChanged] = useState<Place[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const places = changed ?? (loaded.state === 'loaded' ? loaded.value : [])

  const carryOut = async <T,>(work: () => Promise<T>, done: (answer: T) => void) => {
    setBusy(true)
    setProblem(null)
    try {
      done(await ask(work))
    } catch (error) {
      setProblem(failureSentence(error, FAILED))
    } finally {
      setBusy(false)
    }
  }

  return {
    places,
    isBusy,
    problem,
    send: (done: (place: Place) => void) => {
      const headers = { 'idempotency-key': randomKey() }
      return carryOut(
        async () => (await loadApi()).places.send({ params, headers }),
        (place) => {
          setChanged([...places, place])
          done(place)
        },
      )
    },
    takeBack: (placeId: number) =>
      carryOut(
        async () => (await loadApi()).places.takeBack({ params: { ticketId, placeId } }),
        () => setChanged(places.filter(({ id }) => id !== placeId)),
      ),
  }
}

export function SendPlace({ ticketId, seats }: { ticketId: number; seats: number }) {
  const { places, isBusy, problem, send, takeBack } = useSentPlaces(ticketId)
  const showToast = useToast()
  const share = async ({ url }: Place) => {
    const message = await passOn(url)
    if (message) showToast(message)
  }
  return (
    <section className={style.section} aria-labelledby="send-place">
      <h2 id="send-place">Send a place to a friend</h2>
      <p className={style.quiet}>Your friend gets a code of their own and needs no account.</p>
      {places.length > 0 && (
        <ul role="list" className={style.places}>
          {places.map((place, index) => (
            <li key={place.id} className={style.place}>
              <span>
                Place {index + 1} {place.usedAt && <span className={style.quiet}>is in</span>}
              </span>
              {!place.usedAt && (
                <span className={style.acts}>
                  <Button look="text" disabled={isBusy} onClick={() => void share(place)}>
                    Share
                  </Button>
                  <Button look="text" disabled={isBusy} onClick={() => void takeBack(place.id)}>
                    Take back
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {places.length < seats && (
        <Button look="outlined" disabled={isBusy} onClick={() => void send((place) => void share(place))}>
          Send a place
        </Button>
      )}
      <FormMessage problem={problem} />
    </section>
  )
}
