import { useState, type FormEvent } from 'react'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { messages } from '../../../contract/messages.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePasskeySignIn } from '../passkeys/slot.tsx'
import style from './auth.module.css'

// The server's sentence asks for a code; somebody who has just entered one reads what was wrong with it.
const WRONG_CODE = 'That code did not work. Please wait for the next one and try again.'

interface Props {
  /** Throws the server's error. */
  onCode: (code: string) => Promise<void>
  onToken: (token: string) => Promise<void>
  onBusy?: (busy: boolean) => void
  onBack?: () => void
}

/** The password was right, or Google knows them: now the code of the app, a recovery code, or a passkey. */
export function SecondStepForm({ onCode, onToken, onBusy, onBack }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const passkey = usePasskeySignIn({ onToken, onProblem: setProblem, suggests: false })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    setBusy(true)
    onBusy?.(true)
    try {
      await onCode(code)
    } catch (error) {
      setProblem(isRefusal(error, 'second_step') ? WRONG_CODE : failureSentence(error, messages.loginFailed))
    } finally {
      setBusy(false)
      onBusy?.(false)
    }
  }

  return (
    <form className="stack gap-16" onSubmit={submit} noValidate>
      <p className="quiet">Please enter the code from your authenticator app, or one of your recovery codes.</p>
      <TextField
        ref={firstFocus}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        invalid={problem !== null}
        value={code}
        onValueChange={(value) => {
          setProblem(null)
          setCode(value)
        }}
      />
      <FormMessage problem={problem} />
      <Button type="submit" wide disabled={isBusy || !code.trim()}>
        {isBusy ? 'Logging In...' : 'Login'}
      </Button>
      {passkey.isPossible && (
        <Button look="outlined" wide onClick={passkey.press} disabled={isBusy || passkey.isAsking}>
          Use a passkey instead
        </Button>
      )}
      {onBack && (
        <Button look="text" className={style.centre} onClick={onBack} disabled={isBusy}>
          Back to Login
        </Button>
      )}
    </form>
  )
}
