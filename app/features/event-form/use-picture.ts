import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useToast } from '../../ui/toast.tsx'
import { deletePicture, uploadPicture } from './upload-picture.ts'

interface Options {
  onChange: (key: string) => void
  /** Then any image is taken (§5), and a snackbar tells how it went as well (§8). */
  isEditing: boolean
}

export interface PictureState {
  /** The chosen file, as long as it is shown; null: what the event has, or nothing. */
  chosen: File | null
  /** While uploading. */
  percent: number | null
  problem: string | null
  takesAnyImage: boolean
  choose: (file: File) => void
  remove: () => void
  /** What was uploaded now belongs to an event. */
  settle: () => void
}

export function usePicture({ onChange, isEditing }: Options): PictureState {
  const showToast = useToast()
  const [chosen, setChosen] = useState<File | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(undefined)
  // Uploaded and not yet part of an event: deleted when another is chosen, or the form is left.
  const unsaved = useRef<string>(undefined)

  const dropUnsaved = useCallback(() => {
    running.current?.abort()
    if (unsaved.current) void deletePicture(unsaved.current)
    unsaved.current = undefined
  }, [])

  useEffect(() => dropUnsaved, [dropUnsaved])

  const choose = async (file: File) => {
    dropUnsaved()
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setChosen(file)
    setPercent(0)
    try {
      const key = await uploadPicture(file, {
        onProgress: setPercent,
        signal: controller.signal,
        takesAnyImage: isEditing,
      })
      unsaved.current = key
      onChange(key)
      if (isEditing) showToast(messages.imageUploaded)
    } catch (error) {
      if (controller.signal.aborted) return
      setChosen(null)
      setProblem(error instanceof Error ? error.message : messages.imageUploadFailed)
      if (isEditing) showToast(messages.imageUploadFailed, { severity: 'error' })
    }
    setPercent(null)
  }

  return {
    chosen,
    percent,
    problem,
    takesAnyImage: isEditing,
    choose: (file) => void choose(file),
    remove: () => {
      dropUnsaved()
      setChosen(null)
      setPercent(null)
      setProblem(null)
      onChange('')
    },
    settle: () => {
      unsaved.current = undefined
    },
  }
}
