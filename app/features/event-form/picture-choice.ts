// The picture of a form: which one is shown, which one is uploaded and not yet part of an event. Another one takes its
// place only when it has been checked and uploaded; until then, and when that fails, the picture before stays.
import { messages } from '../../../contract/messages.ts'
import { failureSentence, Sentence } from '../../lib/failure.ts'

export interface PictureView {
  /** The chosen file, as long as it is shown; null: what the event has, or nothing. */
  chosen: File | null
  /** While uploading. */
  percent: number | null
  problem: string | null
  /** What becomes of the file that is good to know. */
  note: string | null
}

export interface UploadWatch {
  onProgress: (percent: number) => void
  signal: AbortSignal
}

export interface PictureChoiceOptions {
  /** What is wrong with the file at first sight; it is neither shown nor sent then. */
  problemWith: (file: File) => string | null
  /** Returns the key; fails with a Sentence. */
  upload: (file: File, watch: UploadWatch) => Promise<string>
  /** Removes an upload that no event shows; fails with a sentence likewise. */
  discard: (key: string) => Promise<void>
  noteOn: (file: File) => Promise<string | null>
  onChange: (key: string) => void
  onOutcome: (isUploaded: boolean) => void
  log: (what: string, error: unknown) => void
}

const NOTHING: PictureView = { chosen: null, percent: null, problem: null, note: null }

const sentenceOf = (error: unknown) => failureSentence(error, messages.imageUploadFailed)

export function createPictureChoice(first: PictureChoiceOptions) {
  let options = first
  let view = NOTHING
  // The last one that was uploaded: what a failed attempt goes back to.
  let kept: Pick<PictureView, 'chosen' | 'note'> = NOTHING
  // Uploaded and not yet part of an event.
  let unsaved: string | undefined
  let running: AbortController | undefined
  const listeners = new Set<() => void>()

  const show = (change: Partial<PictureView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  /** Logging only: a file that stays behind is swept away by the server within a day. */
  const discardSilently = (key: string | undefined) => {
    const { discard, log } = options
    if (key) discard(key).catch((error: unknown) => log('A picture could not be deleted.', error))
  }

  const fail = (change: Partial<PictureView>, error: unknown) => {
    options.log('A picture could not be uploaded.', error)
    show({ ...change, problem: sentenceOf(error) })
    options.onOutcome(false)
  }

  const choose = async (file: File) => {
    const problem = options.problemWith(file)
    if (problem) return fail({}, new Sentence(problem))
    running?.abort()
    const controller = new AbortController()
    running = controller
    show({ chosen: file, percent: 0, problem: null, note: null })
    try {
      const onProgress = (percent: number) => {
        if (!controller.signal.aborted) show({ percent })
      }
      const key = await options.upload(file, { onProgress, signal: controller.signal })
      const note = await options.noteOn(file)
      if (controller.signal.aborted) return discardSilently(key)
      const before = unsaved
      unsaved = key
      kept = { chosen: file, note }
      show({ ...kept, percent: null })
      options.onChange(key)
      discardSilently(before)
      options.onOutcome(true)
    } catch (error) {
      if (controller.signal.aborted) return
      fail({ ...kept, percent: null }, error)
    }
  }

  const remove = async () => {
    running?.abort()
    const key = unsaved
    unsaved = undefined
    kept = NOTHING
    show(NOTHING)
    options.onChange('')
    if (!key) return
    try {
      await options.discard(key)
    } catch (error) {
      // It is no longer the form's picture whatever the server says; what stays there is swept away within a day.
      options.log('A picture could not be deleted.', error)
      if (view.chosen === null) show({ problem: sentenceOf(error) })
    }
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A form's callbacks change with every rendering. */
    connect: (latest: PictureChoiceOptions) => {
      options = latest
    },
    choose,
    remove,
    /** What was uploaded now belongs to an event. */
    settle: () => {
      unsaved = undefined
    },
    /** The form is left. */
    leave: () => {
      running?.abort()
      discardSilently(unsaved)
      unsaved = undefined
    },
  }
}
