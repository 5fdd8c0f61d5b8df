import { useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { PASSWORD_HINT } from '../../lib/new-password.ts'
import { useProblem } from '../../lib/use-problem.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './auth.module.css'
import { GoogleButton } from './google-button.tsx'
import { TermsCheckbox, TermsLinks } from './terms-checkbox.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'
import { signupProblem, type SignupFields } from './validation.ts'

const EMPTY: Omit<SignupFields, 'email'> = {
  firstName: '',
  lastName: '',
  password: '',
  confirmPassword: '',
  acceptsTerms: false,
}

interface Props {
  email: string
  onEmail: (email: string) => void
  onLogin: () => void
  onBusy: (busy: boolean) => void
}

export function SignupForm({ email, onEmail, onLogin, onBusy }: Props) {
  const [others, setFields] = useState(EMPTY)
  const { firstName, lastName, ...rest } = others
  // In the order of the form, so that the first empty one is found first.
  const fields: SignupFields = { firstName, lastName, email, ...rest }
  const { form, messageId, problem, showProblem, clearWrong, isWrong, field: fieldOf } = useProblem({ ...fields })
  const [step, setStep] = useState<'idle' | 'signing-up'>('idle')
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()

  const field = (name: Exclude<keyof SignupFields, 'acceptsTerms'>) =>
    fieldOf(name, fields[name], (value) =>
      name === 'email' ? onEmail(value) : setFields((before) => ({ ...before, [name]: value })),
    )

  const signUp = async () => {
    const { password } = fields
    const api = await loadApi()
    const { access_token: token } = await api.auth.register({ body: { firstName, lastName, email, password } })
    await signIn(token)
    setFields(EMPTY)
    afterSignIn()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = signupProblem(fields)
    showProblem(found)
    if (found) return
    setStep('signing-up')
    onBusy(true)
    try {
      await signUp()
    } catch (error) {
      showProblem(failureSentence(error, messages.registerFailed))
    } finally {
      setStep('idle')
      onBusy(false)
    }
  }

  return (
    <form ref={form} className="stack gap-16" onSubmit={submit} noValidate>
      <div className={style.pair}>
        <TextField ref={firstFocus} label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="new-password" hint={PASSWORD_HINT} {...field('password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      <TermsCheckbox
        checked={fields.acceptsTerms}
        invalid={isWrong('acceptsTerms')}
        onChange={(acceptsTerms) => {
          clearWrong('acceptsTerms')
          setFields((before) => ({ ...before, acceptsTerms }))
        }}
      />
      <FormMessage id={messageId} problem={problem} />
      <Button type="submit" wide disabled={step === 'signing-up'}>
        {step === 'signing-up' ? 'Signing Up...' : 'Sign Up'}
      </Button>
      <p className={style.or}>or</p>
      <GoogleButton />
      <p className={style.fine}>
        By continuing with Google you accept the same <TermsLinks />.
      </p>
      <p className={style.switch}>
        Already have an account?{' '}
        <Button look="text" onClick={onLogin} disabled={step === 'signing-up'}>
          Login
        </Button>
      </p>
    </form>
  )
}
