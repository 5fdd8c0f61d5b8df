import { useState, type ComponentProps } from 'react'
import { EyeIcon } from './screen-icons.tsx'
import style from './password-field.module.css'
import { TextField } from './text-field.tsx'

/** With an eye, because it is hard to type unseen on a small keyboard. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={style.password}>
      <TextField {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        className={style.eye}
        aria-label="Show what you typed"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <EyeIcon isCrossed={isShown} />
      </button>
    </div>
  )
}
