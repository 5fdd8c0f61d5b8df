import { useState } from 'react'
import { useLoginDialog, type QuickPerson } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import style from './auth.module.css'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'
import { useAfterSignIn, useEnter } from './use-after-sign-in.ts'

const TITLES = { login: 'Login', forgot: 'Forgot Password', signup: 'Sign Up' }

/** One panel at the bottom edge with three forms. Closing it unmounts them and discards what was typed. */
export default function AuthDialogs() {
  const { request, switchTo, close } = useLoginDialog()
  // Shared by the three, so that nobody types their address again when they find that they have an account, or none.
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  /** A code was emailed to the address that was typed, and is asked for. */
  const [hasCode, setHasCode] = useState(false)
  const face = request?.mode ?? 'login'
  const { signIn } = useSession()
  const afterSignIn = useAfterSignIn()
  const enter = useEnter()
  const shared = { email, onEmail: setEmail, onBusy: setBusy }

  // However it was closed: by the cross, by Escape, or by a successful login.
  if (!request && email) setEmail('')
  if (!request && hasCode) setHasCode(false)

  const bookQuickly = request?.quick
  const quick =
    bookQuickly &&
    (async (person: QuickPerson) => {
      const reply = await bookQuickly(person)
      if (reply === 'code-sent') return setHasCode(true)
      const { token, ticket } = reply
      await signIn(token)
      afterSignIn(ticket ? () => request.onBooked?.(ticket) : undefined)
    })

  return (
    <Dialog open={request !== null} onClose={close} title={TITLES[face]} place="bottom" locked={busy}>
      {face !== 'forgot' && request?.reason && <div className={style.reason}>{request.reason}</div>}
      {face === 'signup' && <SignupForm {...shared} onLogin={() => switchTo('login')} />}
      {face === 'login' && hasCode && (
        <CodeForm email={email} onToken={enter} onBusy={setBusy} onBack={() => setHasCode(false)} />
      )}
      {face === 'login' && !hasCode && (
        <LoginForm
          {...shared}
          quick={quick}
          quickWords={request?.quickWords}
          onCodeSent={() => setHasCode(true)}
          onForgot={() => switchTo('forgot')}
          onSignup={() => switchTo('signup')}
        />
      )}
      {face === 'forgot' && <ForgotForm {...shared} onBack={() => switchTo('login')} />}
    </Dialog>
  )
}
