// Events from another calendar or page: name it, see what would become of each, and make drafts.
import { useState, type FormEvent } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { ImportedEvent } from '../../../contract/imports.ts'
import { IMPORT, TEXT } from '../../../contract/limits.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { failureSentence, Sentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { isZip, zipEntry } from '../../lib/zip-entry.ts'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { importEvents } from './import-words.ts'
import style from './imports.module.css'
import * as words from './dialog-words.tsx'

/** '1st May, 2099, 8:00 PM (Europe/Dublin)' */
const whenOf = ({ startTime, timeZone }: ImportedEvent) =>
  startTime && timeZone ? `${formatDate(startTime, timeZone)}, ${formatTime(startTime, timeZone)} (${timeZone})` : ''

const countOf = (events: ImportedEvent[]) => events.filter(({ state }) => state === 'new').length
const withoutPicture = (events: ImportedEvent[]) => events.filter(({ picture }) => picture === 'failed').length

/** What is sent of the file: of an export, the one file that names its events. */
async function textOf(file: File): Promise<string> {
  const inside = (await isZip(file)) ? await zipEntry(file, ['events.json', 'event.json'], IMPORT.bytes) : file
  if (!inside) throw new Sentence(words.noEventsInFile)
  if (inside.size > IMPORT.bytes) throw new Sentence(words.eventsTooLarge)
  return inside.text()
}

interface Asked {
  url?: string
  file?: string
  timeZone: string
}

interface Props {
  onClose: () => void
  onDone: (success: string) => void
}

export default function EventsDialog({ onClose, onDone }: Props) {
  const [address, setAddress] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [timeZone, setTimeZone] = useState(browserTimeZone)
  const [found, setFound] = useState<{ asked: Asked; events: ImportedEvent[] } | null>(null)
  const [withPictures, setWithPictures] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(failureSentence(error, words.eventsNotImported))
    }
    setBusy(false)
  }

  const send = async (asked: Asked, more: { dryRun?: boolean; withPictures?: boolean }) => {
    const { imports } = await loadApi()
    return (await imports.events({ body: { ...asked, ...more } })).events
  }

  const look = (submitted: FormEvent) => {
    submitted.preventDefault()
    void attempt(async () => {
      if (!file && !address.trim()) throw new Sentence(words.addressOrFile)
      const asked = { ...(file ? { file: await textOf(file) } : { url: address.trim() }), timeZone }
      setFound({ asked, events: await send(asked, { dryRun: true }) })
    })
  }

  if (!found)
    return (
      <Dialog open onClose={onClose} title={importEvents} locked={isBusy}>
        <form className="stack column gap-16" onSubmit={look} noValidate>
          <p>{words.aboutEvents}</p>
          <TextField
            label={words.addressOfCalendar}
            type="url"
            value={address}
            onValueChange={setAddress}
            maxLength={TEXT.url}
            autoComplete="off"
            hint={words.startsWithHttps}
          />
          <LabelledField label={words.orFile} hint={words.whichFiles}>
            {(control) => (
              <input
                {...control}
                type="file"
                className={style.file}
                accept=".ics,.json,.zip,text/calendar,application/json,application/zip"
                onChange={(event) => {
                  setFile(event.target.files?.[0] ?? null)
                  setProblem(null)
                }}
              />
            )}
          </LabelledField>
          <TextField
            label={words.timeZone}
            value={timeZone}
            onValueChange={setTimeZone}
            maxLength={60}
            autoComplete="off"
            hint={words.aboutTimeZone}
          />
          <FormMessage problem={problem} />
          <DialogActs act="Next" isBusy={isBusy} onClose={onClose} />
        </form>
      </Dialog>
    )

  const { asked, events } = found
  const wanted = countOf(events)
  const carryOut = () =>
    attempt(async () => {
      const made = await send(asked, { withPictures })
      onDone(words.draftsMade(countOf(made), withoutPicture(made)))
    })
  return (
    <Dialog open onClose={onClose} title={importEvents} locked={isBusy}>
      <div className="stack column gap-16">
        <ul className={style.counts}>
          {events.map((event, at) => (
            <li key={at}>
              <strong dir="auto">{event.title || words.withoutTitle}</strong>
              <span>{[whenOf(event), words.stateText(event)].filter(Boolean).join(': ')}</span>
            </li>
          ))}
        </ul>
        {events.some(({ picture }) => picture === 'found') && (
          <Switch
            label={words.fetchPictures}
            description={words.aboutPictures}
            checked={withPictures}
            onChange={setWithPictures}
          />
        )}
        <FormMessage problem={problem} />
        <DialogActs
          act={wanted > 0 ? words.makeDrafts(wanted) : 'Close'}
          onAct={wanted > 0 ? () => void carryOut() : onClose}
          close="Back"
          isBusy={isBusy}
          onClose={() => setFound(null)}
        />
      </div>
    </Dialog>
  )
}
