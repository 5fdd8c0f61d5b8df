// The content of /saved: for members what their account has, for visitors what is on the device.
import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Event } from '../../../contract/events.ts'
import { useCall } from '../../data/use-call.ts'
import { AccountUnavailable } from '../../session/account-unavailable.tsx'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import CardHeart from './card-heart.tsx'
import { knownFavourites, onFavourites } from './favourites.ts'
import style from './saved-events.module.css'
import { SavedNoticesSwitch } from './saved-notices-switch.tsx'
import { useKnownFavourites } from './use-favourite.ts'
import type { Client } from '../../../contract/client.ts'
import { readDevice } from './device-favourites.ts'
import * as words from './words.ts'

/** Of the account, or without one those whose ids are on the device: next first, what is over last. */
async function loadSaved(api: Client, isMember: boolean): Promise<Event[]> {
  if (isMember) return api.favourites.list()
  const ids = readDevice()
  if (ids.length === 0) return []
  const { items } = await api.events.list({ query: { ids: ids.join(',') } })
  return items
}

export type SavedCard = ComponentType<{ event: Event; now: Date }>

/** By the page: the card of an event, and what is shown where nothing is saved. */
interface Brought {
  Card: SavedCard
  Others: ComponentType
}

/**
 * What was saved elsewhere since: asked for once each time that more is known. What the device kept is news before the
 * account has it, and again after. What was removed stays, with an empty heart, until the next visit.
 */
function useNews(shown: Event[] | null, refresh: () => void) {
  const ids = useSyncExternalStore(onFavourites, knownFavourites, () => null)
  const asked = useRef<number[] | null>(null)
  useEffect(() => {
    if (!ids || !shown || ids === asked.current) return
    if (ids.every((id) => shown.some((event) => event.id === id))) return
    asked.current = ids
    refresh()
  }, [ids, shown, refresh])
}

function SavedCards({ events, now, Card, Others }: Brought & { events: Event[]; now: Date }) {
  if (events.length === 0)
    return (
      <>
        <Notice>
          <h2>{words.nothingSaved}</h2>
          <p>{words.pressTheHeart}</p>
          <ButtonLink to="/events">{words.browseEvents}</ButtonLink>
        </Notice>
        <Others />
      </>
    )
  return (
    <ul role="list" className={style.cards}>
      {events.map((event) => (
        <li key={event.id}>
          <Card event={event} now={now} />
          <CardHeart event={event} isDense />
        </li>
      ))}
    </ul>
  )
}

function OnThisDevice() {
  const login = useLoginDialog()
  return (
    <p className={style.device}>
      <span>{words.savedOnDevice}</span>
      <Button look="outlined" onClick={() => login.open({ mode: 'login' })}>
        Login
      </Button>
    </p>
  )
}

/** Mounted again for each account. */
function SavedOf({ isMember, ...brought }: Brought & { isMember: boolean }) {
  useKnownFavourites()
  const { loaded, reload, refresh } = useCall('saved', async (api) => ({
    events: await loadSaved(api, isMember),
    now: new Date(),
  }))
  useNews(loaded.state === 'loaded' ? loaded.value.events : null, refresh)
  if (loaded.state === 'loading') return <Spinner label={words.loadingSaved} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.savedNotLoaded}</p>
      </TryAgain>
    )
  const { events, now } = loaded.value
  return (
    <>
      {isMember ? <SavedNoticesSwitch /> : events.length > 0 && <OnThisDevice />}
      <SavedCards events={events} now={now} {...brought} />
    </>
  )
}

export function SavedEvents(brought: Brought) {
  const { status, user } = useSession()
  return (
    <div className={style.parts}>
      <h1>{words.savedEvents}</h1>
      {status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-out' ? (
        <SavedOf key="device" isMember={false} {...brought} />
      ) : status === 'signed-in' && user ? (
        <SavedOf key={user.id} isMember {...brought} />
      ) : (
        <Spinner label={words.loadingSaved} />
      )}
    </div>
  )
}
