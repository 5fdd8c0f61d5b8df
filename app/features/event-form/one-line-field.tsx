import { useId, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './one-line.module.css'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

const { Part: Preview, preload } = lazyPart(() => import('./one-line-preview.tsx'))

interface Props {
  form: FormState
  timeZone: string
  /** Called when something was filled in. */
  onFilled: () => void
}

/** One line above the form that fills it. The fields of the form stay as they are until 'Use these' is pressed. */
export function OneLineField({ form, timeZone, onFilled }: Props) {
  const preview = useId()
  const [line, setLine] = useState('')
  const [filled, setFilled] = useState('')
  return (
    <div className={style.line}>
      <TextField
        // Enter presses the button of the preview, once there is one.
        form={preview}
        label={words.writeInOneLine}
        hint={words.exampleOfLine}
        autoComplete="off"
        dir="auto"
        value={line}
        onFocus={preload}
        onValueChange={(value) => {
          setLine(value)
          setFilled('')
        }}
      />
      {line.trim() !== '' && (
        <Preview
          id={preview}
          line={line}
          form={form}
          timeZone={timeZone}
          onUse={(names) => {
            setFilled(names)
            setLine('')
            onFilled()
          }}
          onUnavailable={() => setLine('')}
        />
      )}
      <p role="status" className={style.filled}>
        {filled}
      </p>
    </div>
  )
}
