import { useCallback, useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { failureStatus, serverSentence } from '../../lib/failure.ts'
import type { Picture } from '../../lib/pictures.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ComingTabs } from './coming-tabs.tsx'
import { DetailsFields } from './details-fields.tsx'
import type { EventDraft } from './draft.ts'
import style from './event-form.module.css'
import { FormTabs } from './form-tabs.tsx'
import { useKeepForm, useKeptForm } from './kept-form.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { progressPercent } from './progress.ts'
import { useFormState } from './use-form-state.ts'
import { usePicture } from './use-picture.ts'
import { useSameAccount } from './use-same-account.tsx'
import { firstIncompleteTab, summaryOf } from './validation.ts'

interface Props {
  /** Which form of which event in which version: what was written is found again by it. */
  name: string
  heading: string
  initial: EventDraft
  timeZone: string
  /** The picture that the event has. */
  present?: Picture
  cancelTo: string
  /** Below the buttons: what they do to this event. */
  note?: string
  save: (draft: EventDraft, isDraft: boolean) => Promise<void>
  /** Leaves the page and tells of the success. */
  onSaved: () => void
  failure: string
  isEditing?: boolean
  /** An answer to a refusal, such as loading what changed meanwhile. */
  remedyFor?: (error: unknown) => { label: string; onClick: () => void } | undefined
}

/** The server's own sentence where the person can do something about it. */
const reasonOf = (error: unknown) =>
  [400, 404, 409, 413, 429].includes(failureStatus(error)) ? serverSentence(error, '') : ''

/** Enter in a field would press the first button, which saves a draft and leaves (decision 116). */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

export function EventForm(props: Props) {
  const { heading, initial, timeZone, present, cancelTo, note, save, onSaved, failure, remedyFor } = props
  const showToast = useToast()
  const begun = useKeptForm(props.name)
  // Its preview is gone, so the picture is chosen anew.
  const form = useFormState(initial, begun && { ...begun, imageUrl: initial.imageUrl })
  useKeepForm(props.name, form.isChanged ? form.draft : null)
  const { draft, problems } = form
  const picture = usePicture({
    onChange: (key) => form.change('imageUrl', key),
    isEditing: props.isEditing ?? false,
  })
  const [tab, setTab] = useState(0)
  const [saving, setSaving] = useState<'draft' | 'publish' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [attempts, setAttempts] = useState(0)
  const account = useSameAccount()
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const mayLose = useRef(false)

  useEffect(() => {
    mayLose.current = form.isChanged
  }, [form.isChanged])
  const isUnsaved = useCallback(() => mayLose.current, [])

  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

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

  const submit = async (isDraft: boolean) => {
    const summary = summaryOf(problems)
    if (summary) return refuse(summary)
    // The state is set a moment later than a double click comes.
    if (isBusy.current) return
    isBusy.current = true
    setRefusal(null)
    setSaving(isDraft ? 'draft' : 'publish')
    try {
      if (!(await account.mayGoOn())) return stay()
      await save(draft, isDraft)
      mayLose.current = false
      picture.settle()
      onSaved()
    } catch (error) {
      setRefusal(error)
      showToast(failure, { severity: 'error' })
      stay()
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void submit(submitter?.getAttribute('value') !== 'publish')
  }

  const isWaiting = saving !== null || picture.percent !== null
  const remedy = refusal === null ? undefined : remedyFor?.(refusal)
  return (
    <Page>
      <div className={style.head}>
        <h1>{heading}</h1>
        <ProgressBar label="Form progress" percent={progressPercent(draft)} />
      </div>
      <form ref={element} noValidate onSubmit={onSubmit} onKeyDown={ignoreEnter} aria-label={heading}>
        <FormTabs active={tab} onChange={setTab}>
          <DetailsFields
            form={form}
            picture={picture}
            present={draft.imageUrl === initial.imageUrl && draft.imageUrl !== '' ? (present ?? null) : null}
            timeZone={timeZone}
          />
        </FormTabs>
        <div className={style.message}>
          <FormMessage problem={reasonOf(refusal)} />
          {remedy && (
            <Button look="outlined" onClick={remedy.onClick}>
              {remedy.label}
            </Button>
          )}
        </div>
        <div className={style.actions}>
          <ButtonLink to={cancelTo} look="text" className={style.cancel}>
            Cancel
          </ButtonLink>
          <Button type="submit" look="outlined" value="draft" disabled={isWaiting}>
            {saving === 'draft' ? 'Saving...' : 'Save draft'}
          </Button>
          <Button type="submit" value="publish" disabled={isWaiting}>
            {saving === 'publish' ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
        {note && <p className={style.note}>{note}</p>}
      </form>
      <ComingTabs />
      {account.dialog}
      <LeaveGuard isActive={isUnsaved} />
    </Page>
  )
}
