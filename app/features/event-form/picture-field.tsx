import { useId, useRef, useState, type DragEvent } from 'react'
import { UPLOAD } from '../../../contract/limits.ts'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { UploadIcon } from '../../ui/screen-icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import style from './picture-field.module.css'
import type { PictureState } from './use-picture.ts'
import * as words from './words.tsx'

interface Props {
  picture: PictureState
  /** The chosen file, or what the event shows now. */
  preview: string | null
}

export function PictureField({ picture, preview }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setIsOver] = useState(false)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) picture.choose(file)
  }

  return (
    <div className={style.field}>
      <p className={style.label}>{words.eventImage(<span className={style.optional}>(optional)</span>)}</p>
      <div
        className={classes(style.place, isOver && style.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {preview ? (
          <img src={preview} alt={words.previewOfImage} className={style.preview} />
        ) : (
          <span className={style.empty}>
            <UploadIcon />
            <span className={style.forMice}>{words.dropPicture}</span>
            <span className={style.forFingers}>{words.addPicture}</span>
          </span>
        )}
        {picture.percent !== null && <ProgressBar label="Uploading…" percent={picture.percent} />}
        <div className={style.actions}>
          <Button look="outlined" onClick={() => input.current?.click()} aria-describedby={hintId}>
            {preview ? words.replaceImage : words.chooseImage}
          </Button>
          {preview && (
            <Button look="text" onClick={picture.remove}>
              {words.removeImage}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={picture.takesAnyImage ? 'image/*' : UPLOAD.types.join(',')}
          aria-label={words.imageFile}
          // The button beside it is what a screen reader needs; one of two is one too many.
          aria-hidden="true"
          className={style.file}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Cleared, so that the same file can be chosen again.
            event.target.value = ''
            if (file) picture.choose(file)
          }}
        />
      </div>
      <p id={hintId} className="quiet small">
        {words.recommendedSize}
        {picture.takesAnyImage ? '' : words.typesAndSize(UPLOAD.typeNames)}
      </p>
      {picture.note && <p className="quiet small">{picture.note}</p>}
      <p role="alert" className={style.problem}>
        {picture.problem}
      </p>
    </div>
  )
}
