// Which part of a picture becomes the photo: moved by a finger, the mouse, buttons or the arrow keys, zoomed by two fingers, the wheel,
// plus and minus or the slider. What is seen is what is stored: the canvas itself is uploaded.
import { useEffect, useState } from 'react'
import type { Profile } from '../../../contract/users.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { uploadPicture } from '../event-form/slot.tsx'
import { cropByKey, MAX_ZOOM, wholeCrop, zoomed, type Crop } from './crop.ts'
import { CropStage } from './crop-stage.tsx'
import { photoFrom } from './draw-crop.ts'
import style from './crop-dialog.module.css'
import * as words from './words.ts'

interface Props {
  file: File
  onClose: () => void
  onSaved: (profile: Profile) => void
}

const MOVES = [
  ['ArrowLeft', '←', words.moreOfLeft],
  ['ArrowRight', '→', words.moreOfRight],
  ['ArrowUp', '↑', words.moreOfTop],
  ['ArrowDown', '↓', words.moreOfBottom],
] as const

type Opened = { state: 'opening' } | { state: 'unreadable' } | { state: 'open'; picture: ImageBitmap }

function useOpened(file: File): Opened {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  useEffect(() => {
    let isCurrent = true
    createImageBitmap(file).then(
      (picture) => (isCurrent ? setOpened({ state: 'open', picture }) : picture.close()),
      () => isCurrent && setOpened({ state: 'unreadable' }),
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  return opened
}

export default function CropDialog({ file, onClose, onSaved }: Props) {
  const opened = useOpened(file)
  const [chosen, setCrop] = useState<Crop | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const picture = opened.state === 'open' ? opened.picture : null
  const crop = chosen ?? (picture && wholeCrop(picture))
  // Two fingers move within one frame: each change begins with what the one before has made of it.
  const change = (next: (before: Crop) => Crop) => {
    if (picture) setCrop((before) => next(before ?? wholeCrop(picture)))
  }

  const save = async () => {
    if (!picture || !crop) return
    setBusy(true)
    setProblem(null)
    try {
      const photo = await photoFrom(picture, crop)
      const watch = { onProgress: () => undefined, signal: new AbortController().signal }
      const key = await uploadPicture(photo, watch)
      const api = await loadApi()
      onSaved(await api.users.setPhoto({ body: { key } }))
    } catch (error) {
      setProblem(failureSentence(error, words.photoNotSaved))
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={words.yourPhoto} locked={isBusy}>
      <div className="stack gap-16">
        {opened.state === 'opening' && <Spinner label={words.openingPicture} />}
        {picture && crop && (
          <>
            <CropStage picture={picture} crop={crop} onChange={change} />
            {/* For those who cannot drag, and press no keys. */}
            <div role="group" aria-label={words.movePicture} className="row wrap gap-8">
              {MOVES.map(([key, sign, name]) => (
                <Button
                  key={key}
                  look="outlined"
                  aria-label={name}
                  onClick={() => change((before) => cropByKey(picture, before, key) ?? before)}
                >
                  {sign}
                </Button>
              ))}
            </div>
            <label className={style.zoom}>
              Zoom
              <input
                type="range"
                min="1"
                max={MAX_ZOOM}
                step="0.05"
                value={crop.zoom}
                onChange={({ target: { valueAsNumber: zoom } }) => change((before) => zoomed(picture, before, zoom))}
                // The dialog is part of the account's form, which is not to be sent by this.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            </label>
          </>
        )}
        <FormMessage problem={opened.state === 'unreadable' ? words.pictureNotOpened : problem} />
        <div className={style.acts}>
          <Button look="outlined" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isBusy || !picture} onClick={() => void save()}>
            {isBusy ? 'Saving...' : words.savePhoto}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
