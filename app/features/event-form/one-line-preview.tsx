import { useEffect, useState, type FormEvent } from 'react'
import { formatDate, formatTime, formatWeekday } from '../../../contract/dates.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { foldTown, readLine, townCandidates, type LineReading } from './one-line.ts'
import style from './one-line.module.css'
import * as words from './one-line-words.ts'
import type { FormState } from './use-form-state.ts'
import { useSettled } from './use-preview.ts'

type Field = Exclude<keyof LineReading, 'notes'>

const FIELDS: [field: Field, name: string][] = [
  ['title', 'Title'],
  ['startTime', 'Starts'],
  ['endTime', 'Ends'],
  ['venue', 'Venue'],
  ['town', 'Town'],
  ['capacity', 'Capacity'],
]

const TOWN_WAIT_MS = 300
// 'Cobblestone', 'Dun Laoghaire' and 'Laoghaire' of one venue, and as many of the title.
const MOST_QUESTIONS = 6

/** Which of the words are towns, asked from the server once each; without a network none is. */
function useTownsIn(line: string, timeZone: string): ReadonlyMap<string, string> {
  const settled = useSettled(line, TOWN_WAIT_MS)
  const [known, setKnown] = useState<ReadonlyMap<string, string | null>>(new Map())
  const asked = townCandidates(settled, { now: new Date(), timeZone })
    .filter((name) => !known.has(name))
    .slice(0, MOST_QUESTIONS)
    .join('\n')
  useEffect(() => {
    if (asked === '') return
    let isCurrent = true
    const ask = async () => {
      const { geo } = await loadApi()
      const findTown = async (q: string): Promise<[string, string | null]> => {
        const towns = await geo.towns({ query: { q } })
        return [q, towns.find(({ name }) => foldTown(name) === q)?.name ?? null]
      }
      const answers = await Promise.all(asked.split('\n').map(findTown))
      if (isCurrent) setKnown((before) => new Map([...before, ...answers]))
    }
    ask().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [asked])
  return new Map([...known].filter((entry): entry is [string, string] => entry[1] !== null))
}

const inWords = (field: Field, value: string) => {
  if (field !== 'startTime' && field !== 'endTime') return value
  // The clock on the wall, whatever the zone.
  const iso = `${value}:00Z`
  return `${formatWeekday(iso, 'UTC')}, ${formatDate(iso, 'UTC')}, ${formatTime(iso, 'UTC')}`
}

interface Props {
  /** Of the form that the line belongs to. */
  id: string
  line: string
  form: FormState
  timeZone: string
  /** With a sentence that says what was filled in. */
  onUse: (sentence: string) => void
}

/** What was understood, before it is taken. What somebody has typed into the form is kept unless they tick Replace. */
export default function OneLinePreview({ id, line, form, timeZone: zone, onUse }: Props) {
  const timeZone = zone || DEFAULT_TIME_ZONE
  const [replaced, setReplaced] = useState<ReadonlySet<Field>>(new Set())
  const towns = useTownsIn(line, timeZone)
  const reading = readLine(line, { now: new Date(), timeZone, towns })
  const found = FIELDS.filter(([field]) => reading[field] !== '')
  const present = (field: Field) => form.draft[field]
  // The end follows the start, so it is no choice of its own.
  const asks = (field: Field) => field !== 'endTime' && present(field) !== '' && present(field) !== reading[field]
  const isTaken = (field: Field): boolean =>
    field === 'endTime' ? isTaken('startTime') : !asks(field) || replaced.has(field)
  const taken = found.filter(([field]) => isTaken(field))

  const toggle = (field: Field) =>
    setReplaced((before) => {
      const after = new Set(before)
      if (!after.delete(field)) after.add(field)
      return after
    })
  const take = (event: FormEvent) => {
    event.preventDefault()
    if (taken.length === 0) return
    form.fill(Object.fromEntries(taken.map(([field]) => [field, reading[field]])))
    onUse(words.filledIn(taken.map(([, name]) => name)))
  }

  return (
    <form id={id} onSubmit={take} className={style.preview} aria-label={words.whatWeUnderstood}>
      {found.length > 0 && (
        <dl className={style.found}>
          {found.map(([field, name]) => (
            <div key={field} className={style.row}>
              <dt>{name}</dt>
              <dd>
                <bdi className={isTaken(field) ? undefined : style.left}>{inWords(field, reading[field])}</bdi>
                {asks(field) && (
                  <label className={style.replace}>
                    <input type="checkbox" checked={replaced.has(field)} onChange={() => toggle(field)} />
                    <span>
                      Replace <bdi>“{inWords(field, present(field))}”</bdi>
                    </span>
                  </label>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {[...reading.notes, ...(found.length === 0 && reading.notes.length === 0 ? [words.nothingFoundYet] : [])].map(
        (note) => (
          <p key={note} className={style.note}>
            {note}
          </p>
        ),
      )}
      {found.length > 0 && (
        <Button type="submit" look="outlined" disabled={taken.length === 0}>
          {words.useThese}
        </Button>
      )}
    </form>
  )
}
