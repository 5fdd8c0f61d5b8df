import { useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { AppError } from '../../../contract/errors.ts'
import type { Proof } from '../../../contract/security.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { waitForGoogle } from '../../session/after-google.ts'
import { useSession } from '../../session/session.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { askForProof, usePasskeysPossible } from '../passkeys/slot.tsx'
import style from '../../ui/dialog.module.css'
import type { Work } from './with-proof.ts'
import * as words from './words.ts'

const TITLE = new AppError('proof_needed').message

interface Props {
  /** What goes on after Google. */
  work: Work | null
  /** Not by a password alone: it is about the second step. */
  isStrong: boolean
  onProved: () => void
  onClose: () => void
}

export default function ProofDialog({ work, isStrong, onProved, onClose }: Props) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const { loaded } = useCall('proof', (api) => api.security.getProof())
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isPossible = usePasskeysPossible()
  const offered = loaded.state === 'loaded' ? loaded.value.ways : []
  const ways = isStrong ? offered.filter((way) => way !== 'password' && way !== 'email-code') : offered

  const prove = async (body: Proof) => {
    setBusy(true)
    setProblem(null)
    try {
      const api = await loadApi()
      await api.security.prove({ body })
      onProved()
    } catch (error) {
      setProblem(failureSentence(error, words.notChecked))
    } finally {
      setBusy(false)
    }
  }

  const provePasskey = async () => {
    try {
      const passkey = await askForProof()
      if (passkey) await prove({ passkey })
    } catch (error) {
      setProblem(failureSentence(error, words.notChecked))
    }
  }

  const submit = (proof: Proof) => (event: FormEvent) => {
    event.preventDefault()
    void prove(proof)
  }

  return (
    <Dialog open onClose={onClose} title={TITLE} locked={isBusy}>
      <div className={style.ways}>
        <p className="quiet">{isStrong ? words.passwordIsNotEnough : words.whyAgain}</p>
        <FormMessage problem={loaded.state === 'failed' ? failureSentence(loaded.error, words.notChecked) : problem} />
        {loaded.state === 'loading' && <Spinner />}
        {ways.includes('password') && (
          <form className={style.form} onSubmit={submit({ password })} noValidate>
            {/* Tells password managers whose password this is. */}
            <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
            <PasswordField
              ref={firstFocus}
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              onValueChange={setPassword}
            />
            <Button type="submit" wide disabled={isBusy || !password}>
              {isBusy ? 'Confirming...' : 'Confirm'}
            </Button>
          </form>
        )}
        {ways.includes('code') && (
          <form className={style.form} onSubmit={submit({ code })} noValidate>
            <TextField
              label={ways.includes('password') ? words.orAppCode : words.appCode}
              name="code"
              autoComplete="one-time-code"
              value={code}
              onValueChange={setCode}
            />
            <Button type="submit" look="outlined" wide disabled={isBusy || !code.trim()}>
              {words.confirmWithCode}
            </Button>
          </form>
        )}
        {ways.includes('passkey') && isPossible && (
          <Button look="outlined" wide disabled={isBusy} onClick={() => void provePasskey()}>
            {words.confirmWithPasskey}
          </Button>
        )}
        {ways.includes('email-code') && user && (
          <EmailedCode
            email={user.email}
            isBusy={isBusy}
            onCode={(emailCode) => void prove({ emailCode })}
            onProblem={setProblem}
          />
        )}
        {ways.includes('google') && (
          <a
            className={buttonClass({ look: 'outlined', wide: true })}
            href="/api/auth/google"
            onClick={() => waitForGoogle(work && { path: `${pathname}#${work.part}`, work: { proved: work } })}
          >
            {words.confirmWithGoogle}
          </a>
        )}
      </div>
    </Dialog>
  )
}

interface EmailedCodeProps {
  email: string
  isBusy: boolean
  onCode: (code: string) => void
  onProblem: (problem: string | null) => void
}

/** For accounts without a password. */
function EmailedCode({ email, isBusy, onCode, onProblem }: EmailedCodeProps) {
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'idle' | 'sending' | 'sent'>('idle')

  const send = async () => {
    setStep('sending')
    onProblem(null)
    try {
      const api = await loadApi()
      await api.auth.sendCode({ body: { email } })
      setStep('sent')
    } catch (error) {
      onProblem(failureSentence(error, words.notChecked))
      setStep('idle')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
  }

  if (step !== 'sent')
    return (
      <Button look="outlined" wide disabled={isBusy || step === 'sending'} onClick={() => void send()}>
        {words.emailMeCode}
      </Button>
    )
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <TextField
        ref={firstFocus}
        label={words.codeFromEmail}
        name="email-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onValueChange={setCode}
      />
      <Button type="submit" wide disabled={isBusy || !code.trim()}>
        {isBusy ? 'Confirming...' : 'Confirm'}
      </Button>
    </form>
  )
}
