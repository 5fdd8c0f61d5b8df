// In the event form: a ballot in place of first come, first served.
import { useState } from 'react'
import type { BallotSummary } from '../../../contract/ballots.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePartDraft, type PartProps } from '../../session/part-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isTyped, NEW_BALLOT, PART, putBallot, toTyped, type TypedBallot } from './stored-ballot.ts'
import * as words from './words.tsx'

const SOURCES = [
  { value: 'draw' as const, label: words.publicDraw },
  { value: 'drand' as const, label: 'drand' },
]
const SEATS = ['1', '2', '3', '4'].map((value) => ({ value, label: value }))

function Fields({ typed, change }: { typed: TypedBallot; change: (changes: Partial<TypedBallot>) => void }) {
  const time = (label: string, name: 'opensAt' | 'closesAt' | 'numberAt', hint: string) => (
    <TextField
      label={label}
      hint={hint}
      type="datetime-local"
      value={typed[name]}
      onValueChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <>
      {time(words.opens, 'opensAt', words.openForADay)}
      {time(words.closes, 'closesAt', words.hourBeforeNumber)}
      <Choice
        label={words.mostPlaces}
        options={SEATS}
        value={typed.mostSeats}
        onValueChange={(mostSeats) => change({ mostSeats })}
      />
      <Choice
        label={words.whereNumberComesFrom}
        options={SOURCES}
        value={typed.kind}
        onValueChange={(kind) => change({ kind })}
      />
      <p className="quiet">{words.ABOUT_SOURCE[typed.kind]}</p>
      {typed.kind === 'draw' && (
        <TextField
          label={words.nameOfDraw}
          hint={words.exampleOfDraw}
          value={typed.name}
          onValueChange={(name) => change({ name })}
          autoComplete="off"
        />
      )}
      {time(words.whenNumberIsPublished, 'numberAt', words.fourDaysBeforeStart)}
    </>
  )
}

interface Props extends PartProps {
  onRemoved: () => void
}

export default function BallotPart({ form, event, timeZone, onRemoved }: Props) {
  const eventId = event?.id ?? null
  const { loaded, reload } = useCall(event?.ballot ? `ballot of ${event.id}` : null, (api) =>
    api.ballots.ofEvent({ params: { eventId: eventId ?? 0 }, query: {} }),
  )
  const [draft, setDraft] = usePartDraft(form, PART, isTyped)
  const [saved, setSaved] = useState<BallotSummary | null>(null)
  const { isBusy, outcome, act, forget } = useAct(words.notSaved)
  const stored = saved ?? (loaded.state === 'loaded' ? loaded.value : null)

  if (event?.ballot && !stored)
    return loaded.state === 'failed' ? (
      <TryAgain onPress={reload}>
        <p>{words.notLoaded}</p>
      </TryAgain>
    ) : (
      <Spinner label={words.loading} />
    )
  const isFixed = stored !== null && (stored.entries > 0 || !['planned', 'open'].includes(stored.state))
  if (isFixed) return <p className="quiet">{words.cannotBeChanged(words.entriesText(stored.entries))}</p>
  const typed = draft ?? (stored ? toTyped(stored, timeZone) : NEW_BALLOT)
  const save = async (id: number) => {
    setSaved(await ask(() => putBallot(id, typed)))
    setDraft(null)
    return words.saved
  }
  const remove = async () => {
    if (eventId !== null && stored) await ask(async () => (await loadApi()).ballots.remove({ params: { eventId } }))
    setDraft(null)
    onRemoved()
    return undefined
  }
  return (
    <div className="stack column gap-16">
      <p className="quiet">{words.aboutBallot}</p>
      <Fields
        typed={typed}
        change={(changes) => {
          forget()
          setDraft({ ...typed, ...changes })
        }}
      />
      <FormMessage {...outcome} />
      <div className="row wrap gap-8">
        {eventId === null ? (
          <p className="quiet">{words.savedWithEvent}</p>
        ) : (
          <Button disabled={isBusy || !draft} aria-busy={isBusy} onClick={() => void act(() => save(eventId))}>
            {words.saveBallot}
          </Button>
        )}
        <Button look="text" disabled={isBusy} onClick={() => void act(remove)}>
          {words.noBallot}
        </Button>
      </div>
    </div>
  )
}
