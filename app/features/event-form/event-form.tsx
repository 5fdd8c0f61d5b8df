import { useCallback, useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import type { SeriesText } from '../../../contract/series.ts'
import type { Picture } from '../../lib/pictures.ts'
import { forgetDrafts } from '../../session/part-drafts.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PriceType, useHasPaidEvents } from '../paid-events/slot.tsx'
import { clashesOf, hasBallot, refusalOf, useTypedPrice } from '../paid-hosting/slot.tsx'
import { ComingTabs } from './coming-tabs.tsx'
import { DetailsFields } from './details-fields.tsx'
import { doubtAbout, type Doubt } from './doubts.ts'
import type { EventDraft } from './draft.ts'
import style from './event-form.module.css'
import { USUAL_MINUTES } from './event-times.ts'
import { FormBar } from './form-bar.tsx'
import { FormTabs } from './form-tabs.tsx'
import { forgetForm, useKeepForm, useKeptForm } from './kept-form.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LiveCard } from './live-card.tsx'
import { OneLineField } from './one-line-field.tsx'
import { useFormParts } from './parts.ts'
import { usePartInAddress } from './use-part-in-address.ts'
import { previewOf, shuffledSeed, type PreviewEvent } from './preview.ts'
import { progressPercent } from './progress.ts'
import { Question } from './question.tsx'
import { BallotField } from './ballot-field.tsx'
import { finishSaving, mustWait, reasonOf } from './publishing.ts'
import { QuestionsField } from './questions-field.tsx'
import { useFormState, type FormState } from './use-form-state.ts'
import { usePicture } from './use-picture.ts'
import { useSameAccount } from './use-same-account.tsx'
import { usePreview, useSettled } from './use-preview.ts'
import { firstIncompleteTab, summaryOf } from './validation.ts'
import * as words from './words.tsx'

interface Props {
  /** Which form of which event in which version: what was written is found again by it. */
  name: string
  /** What is edited; missing: it is new. */
  event?: Event
  /** What a new one is a copy of. */
  copied?: Event
  heading: string
  initial: EventDraft
  timeZone: string
  /** How long an event is of which only the start is known. */
  minutes?: number
  /** How many minutes before the start booking closes, of an event that is held again. */
  closesBefore?: number
  /** The picture that the event has. */
  present?: Picture
  /** Draws the card of an event. */
  card: (event: PreviewEvent) => ReactNode
  cancelTo: string
  /** Above the form: one line that fills it. */
  hasOneLine?: boolean
  /** Below the times: whether it takes place again. */
  repeats?: (form: FormState) => ReactNode
  /** Above the buttons: what they do to this event. */
  note?: string
  /** Above that: what belongs to saving this very draft. */
  consequence?: (draft: EventDraft) => ReactNode
  /** Beside the buttons: what saving brings about. */
  warning?: string
  isPublished?: boolean
  whyNoDraft?: string
  /** Null: the person has thought better of it. */
  save: (draft: EventDraft, isDraft: boolean) => Promise<Event | null>
  /** After what was typed beside the form is saved for this event: other dates of its series may take it too. */
  shareTexts?: (saved: Event, texts: SeriesText[]) => Promise<void>
  /** Those that were stored as drafts, because they had to wait for their price. */
  publishDates?: (stored: Event, body: EventBodyInput) => Promise<Event>
  /** Leaves the page and tells of the success. */
  onSaved: (saved: Event) => void
  failure: string
  isEditing?: boolean
  /** What to do about a refusal, such as loading what somebody else changed. */
  remedyFor?: (error: unknown) => { label: string; onClick: () => void } | undefined
}

/** A poster is drawn when the title has come to rest. */
const POSTER_WAIT_MS = 600

/** Long enough to read what was not saved, and why. */
const MISSING_MS = 12_000

/** Enter in a field would press the first button, which saves a draft and leaves the page. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

export function EventForm(props: Props) {
  const { heading, initial, timeZone, present, cancelTo, note, save, onSaved, failure, remedyFor } = props
  const showToast = useToast()
  const { user } = useSession()
  const partsForm = props.event ? String(props.event.id) : props.name
  const begun = useKeptForm(props.name)
  // Its preview is gone, so the picture has to be chosen again.
  const form = useFormState(initial, {
    begun: begun && { ...begun, imageUrl: initial.imageUrl },
    minutes: props.minutes ?? USUAL_MINUTES,
    closesBefore: props.closesBefore,
  })
  const isStored = useKeepForm(props.name, form.isChanged ? form.draft : null)
  const [isBegun, setIsBegun] = useState(begun !== null)
  const { draft, problems } = form
  const picture = usePicture({
    onChange: (key) => form.change('imageUrl', key),
    isEditing: props.isEditing ?? false,
  })
  const chosen = usePreview(picture.chosen)
  const isPresent = draft.imageUrl === initial.imageUrl && draft.imageUrl !== ''
  const price = useTypedPrice(partsForm, props.event ?? props.copied ?? null, useHasPaidEvents())
  const clashes = clashesOf(draft, hasBallot(user?.id, partsForm, props.event ?? null))
  const posterTitle = useSettled(draft.title, POSTER_WAIT_MS)
  const parts = useFormParts()
  const [tab, setTab] = usePartInAddress(parts)
  const Part = parts[tab - 1]?.Part
  const [saving, setSaving] = useState<'draft' | 'publish' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [doubt, setDoubt] = useState<{ about: Doubt; isDraft: boolean } | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [fills, setFills] = useState(0)
  const account = useSameAccount()
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const mayLose = useRef(false)
  const losesPicture = useRef(false)

  useEffect(() => {
    mayLose.current = form.isChanged
    losesPicture.current = draft.imageUrl !== initial.imageUrl
  }, [form.isChanged, draft.imageUrl, initial.imageUrl])
  const isUnsaved = useCallback(() => mayLose.current, [])
  const isKept = useCallback(() => isStored() && !losesPicture.current, [isStored])

  useEffect(() => {
    if (attempts === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const fold = wrong?.closest('details')
    if (fold) fold.open = true
    wrong?.focus()
  }, [attempts])

  useEffect(() => {
    if (fills === 0) return
    const required = element.current?.querySelectorAll<HTMLInputElement>('input:required, textarea:required') ?? []
    ;[...required].find(({ value }) => value === '')?.focus()
  }, [fills])

  const refuse = (summary: string) => {
    form.attempt()
    setTab(firstIncompleteTab(draft) ?? 0)
    setAttempts((count) => count + 1)
    showToast(summary, { severity: 'error' })
  }

  const stay = () => {
    setSaving(null)
    isBusy.current = false
  }

  const store = async (isDraft: boolean) => {
    // The state is set a moment later than a double click comes.
    if (isBusy.current) return
    isBusy.current = true
    setRefusal(null)
    setSaving(isDraft ? 'draft' : 'publish')
    try {
      if (!(await account.mayGoOn())) return stay()
      const isHeldBack = !isDraft && !props.isPublished && mustWait(user?.id, partsForm)
      const stored = await save(draft, isDraft || isHeldBack)
      if (!stored) return stay()
      mayLose.current = false
      // At once: the next page may be slow to come, and a reload must not find what was saved.
      forgetForm()
      picture.settle()
      const { shareTexts, publishDates } = props
      const { event: saved, missing } = user
        ? await finishSaving(stored, {
            draft,
            isHeldBack,
            userId: user.id,
            form: partsForm,
            parts,
            shareTexts,
            publishDates,
          })
        : { event: stored, missing: null }
      onSaved(saved)
      // After the success, whose message it replaces.
      if (missing) showToast(missing, { severity: 'error', ms: MISSING_MS })
    } catch (error) {
      setRefusal(error)
      showToast(failure, { severity: 'error' })
      stay()
    }
  }

  const submit = (isDraft: boolean) => {
    const summary = summaryOf(problems) ?? (price.typed && refusalOf(price.typed, clashes))
    if (summary) return refuse(summary)
    const isPublished = props.isPublished ?? false
    const about = doubtAbout(draft, { isDraft, initial, timeZone, now: new Date(), isPublished })
    if (about) setDoubt({ about, isDraft })
    else void store(isDraft)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    submit(submitter?.getAttribute('value') !== 'publish')
  }

  const startAgain = () => {
    setIsBegun(false)
    if (user) forgetDrafts(user.id, partsForm)
    price.onType(null)
    form.reset()
  }

  const imageUrl = chosen ?? (isPresent ? initial.imageUrl : null)
  const preview = chosen ?? (isPresent ? (present?.src ?? null) : null)
  return (
    <Page>
      <div className={style.head}>
        <h1>{heading}</h1>
        <ProgressBar label={words.formProgress} percent={progressPercent(draft)} />
      </div>
      {isBegun && (
        <div className={style.kept}>
          <p role="status">
            {words.savedWhatYouWrote}
            {begun?.imageUrl !== initial.imageUrl && words.choosePictureAgain}
          </p>
          <Button look="text" onClick={startAgain}>
            {words.startAgain}
          </Button>
        </div>
      )}
      {props.hasOneLine && !Part && (
        <OneLineField form={form} timeZone={timeZone} onFilled={() => setFills((count) => count + 1)} />
      )}
      <form ref={element} noValidate onSubmit={onSubmit} onKeyDown={ignoreEnter} aria-label={heading}>
        <FormTabs parts={parts} active={tab} onChange={setTab}>
          {Part ? (
            <Part form={partsForm} event={props.event ?? null} timeZone={timeZone} />
          ) : (
            <DetailsFields
              form={form}
              picture={picture}
              preview={preview}
              timeZone={timeZone}
              initialStart={initial.startTime}
              repeats={props.repeats?.(form)}
              questions={<QuestionsField key={String(isBegun)} form={partsForm} event={props.event ?? null} />}
              ballot={
                <BallotField key={String(isBegun)} form={partsForm} event={props.event ?? null} timeZone={timeZone} />
              }
              price={
                <PriceType
                  {...price}
                  event={props.event ?? null}
                  copied={props.copied ?? null}
                  clashes={clashes}
                  wasAttempted={attempts > 0}
                />
              }
              liveCard={
                <LiveCard
                  card={props.card({ ...previewOf(draft, { timeZone, imageUrl, posterTitle }), ...price.shown })}
                  onShuffle={imageUrl === null ? () => form.change('posterSeed', shuffledSeed()) : undefined}
                />
              }
            />
          )}
        </FormTabs>
        {props.consequence?.(draft)}
        <FormBar
          cancelTo={cancelTo}
          saving={saving}
          isWaiting={saving !== null || picture.percent !== null}
          reason={reasonOf(refusal) || null}
          remedy={refusal === null ? undefined : remedyFor?.(refusal)}
          whyNoDraft={props.whyNoDraft}
          note={note}
          warning={props.warning}
        />
      </form>
      <ComingTabs parts={parts} />
      {account.dialog}
      <LeaveGuard isActive={isUnsaved} isKept={isKept} />
      <Question
        {...(doubt?.about ?? { title: '', text: '', no: '', yes: '' })}
        open={doubt !== null}
        onNo={() => setDoubt(null)}
        onYes={() => {
          setDoubt(null)
          void store(doubt?.isDraft ?? true)
        }}
      />
    </Page>
  )
}
