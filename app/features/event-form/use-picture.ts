import { useEffect, useState, useSyncExternalStore } from 'react'
import { messages } from '../../../contract/messages.ts'
import { useToast } from '../../ui/toast.tsx'
import { isAnimated } from './animated-picture.ts'
import { createPictureChoice, type PictureChoiceOptions, type PictureView } from './picture-choice.ts'
import { fileProblem } from './picture-file.ts'
import { deletePicture, uploadPicture } from './upload-picture.ts'

interface Options {
  onChange: (key: string) => void
  /** Editing accepts any image, and a toast says how the upload went as well. */
  isEditing: boolean
}

export interface PictureState extends PictureView {
  takesAnyImage: boolean
  choose: (file: File) => void
  remove: () => void
  /** What was uploaded now belongs to an event. */
  settle: () => void
}

export function usePicture({ onChange, isEditing }: Options): PictureState {
  const showToast = useToast()
  const options: PictureChoiceOptions = {
    onChange,
    problemWith: (file) => fileProblem(file, isEditing),
    upload: (file, watch) => uploadPicture(file, watch),
    discard: deletePicture,
    noteOn: async (file) => ((await isAnimated(file)) ? messages.onlyFirstFrame : null),
    onOutcome: (isUploaded) => {
      if (!isEditing) return
      if (isUploaded) showToast(messages.imageUploaded)
      else showToast(messages.imageUploadFailed, { severity: 'error' })
    },
    log: (what, error) => console.warn(what, error),
  }
  const [choice] = useState(() => createPictureChoice(options))
  useEffect(() => choice.connect(options))
  const view = useSyncExternalStore(choice.subscribe, choice.view, choice.view)
  useEffect(() => () => choice.leave(), [choice])

  return {
    ...view,
    takesAnyImage: isEditing,
    choose: (file) => void choice.choose(file),
    remove: () => void choice.remove(),
    settle: () => choice.settle(),
  }
}
