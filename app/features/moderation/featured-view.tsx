import { useState, type FormEvent } from 'react'
import type { FeaturedChoice } from '../../../contract/moderation-console.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import form from '../../ui/text-field.module.css'
import { FormMessage, Notice } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LoadedView } from './loaded-view.tsx'
import { Title } from '../../ui/title.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

const FOUND_AT_ONCE = 6

const moved = (list: FeaturedChoice[], at: number, by: number) => {
  const next = [...list]
  const [one] = next.splice(at, 1)
  if (one) next.splice(at + by, 0, one)
  return next
}

function Chooser({ chosen, onChange }: { chosen: FeaturedChoice[]; onChange: () => void }) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<FeaturedChoice[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  const attempt = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    setOutcome({})
    try {
      setOutcome({ success: await work() })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
    }
    setBusy(false)
  }
  const choose = (list: FeaturedChoice[], said: string) =>
    attempt(async () => {
      const { moderationConsole } = await loadApi()
      await moderationConsole.setFeatured({ body: { eventIds: list.map(({ id }) => id) } })
      onChange()
      return said
    })
  const search = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { events } = await loadApi()
      const { items } = await events.list({ query: { q: query, when: 'upcoming', limit: FOUND_AT_ONCE } })
      setFound(items.map(({ id, title, language, startTime }) => ({ id, title, language, startTime, isShown: true })))
      return undefined
    })
  }

  return (
    <>
      {chosen.length === 0 && (
        <Notice>
          <p>{words.nothingFeatured}</p>
        </Notice>
      )}
      <ol role="list" className={style.rows}>
        {chosen.map((event, at) => (
          <li key={event.id} className={style.line}>
            <span>
              {at + 1}. <Title of={event} />{' '}
              <span className={style.quiet}>
                <span className={style.whole}>{words.day(event.startTime)}</span>
                {!event.isShown && words.notShownAnyMore}
              </span>
            </span>
            <span className={style.moves}>
              <Button
                look="text"
                disabled={isBusy || at === 0}
                aria-label={words.moveUp(event.title)}
                onClick={() => void choose(moved(chosen, at, -1), words.movedUp(event.title))}
              >
                ↑
              </Button>
              <Button
                look="text"
                disabled={isBusy || at === chosen.length - 1}
                aria-label={words.moveDown(event.title)}
                onClick={() => void choose(moved(chosen, at, 1), words.movedDown(event.title))}
              >
                ↓
              </Button>
              <Button
                look="text"
                disabled={isBusy}
                aria-label={words.removeTitle(event.title)}
                onClick={() =>
                  void choose(
                    chosen.filter(({ id }) => id !== event.id),
                    words.noLongerFeatured(event.title),
                  )
                }
              >
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <form className="stack gap-20" onSubmit={search}>
        <TextField label={words.findToFeature} type="search" required value={query} onValueChange={setQuery} />
        <Button type="submit" look="outlined" className={form.actions} disabled={isBusy}>
          Find
        </Button>
      </form>
      {found && (
        <ul role="list" className={style.rows}>
          {found.length === 0 && <li className={style.quiet}>{words.nothingFound}</li>}
          {found
            .filter(({ id }) => !chosen.some((event) => event.id === id))
            .map((event) => (
              <li key={event.id} className={style.line}>
                <span>
                  <Title of={event} />{' '}
                  <span className={`${style.quiet} ${style.whole}`}>{words.day(event.startTime)}</span>
                </span>
                <Button
                  look="text"
                  disabled={isBusy}
                  aria-label={words.featureTitle(event.title)}
                  onClick={() => void choose([...chosen, event], words.isFeatured(event.title))}
                >
                  Add
                </Button>
              </li>
            ))}
        </ul>
      )}
      <FormMessage {...outcome} />
    </>
  )
}

/** What /featured shows, in its order. Every change holds at once. */
export function FeaturedView() {
  const { loaded, reload, refresh } = useCall('featured', (api) => api.moderationConsole.featured())
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(chosen) => <Chooser chosen={chosen} onChange={refresh} />}
    </LoadedView>
  )
}
