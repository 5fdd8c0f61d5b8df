import { useId } from 'react'
import style from './auth.module.css'

interface Props {
  checked: boolean
  invalid: boolean
  onChange: (checked: boolean) => void
}

/** The pages open beside the form, so that nothing typed is lost. */
export const TermsLinks = () => (
  <>
    <a href="/terms" target="_blank" rel="noreferrer">
      Terms of Service
    </a>{' '}
    and{' '}
    <a href="/privacy" target="_blank" rel="noreferrer">
      Privacy Policy
    </a>
  </>
)

export function TermsCheckbox({ checked, invalid, onChange }: Props) {
  const id = useId()
  return (
    <div className={style.terms}>
      <input
        id={id}
        type="checkbox"
        name="acceptsTerms"
        aria-invalid={invalid || undefined}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        I accept the <TermsLinks />
      </label>
    </div>
  )
}
