import { useState } from 'react'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

const TITLES = { login: 'Login', forgot: 'Forgot Password', signup: 'Sign Up' }

/** One panel at the bottom edge with three faces. Closing it throws away what was typed: the forms leave with it. */
export default function AuthDialogs() {
  const { request, switchTo, close } = useLoginDialog()
  const [hasForgotten, setHasForgotten] = useState(false)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const face = request?.mode === 'signup' ? 'signup' : hasForgotten ? 'forgot' : 'login'

  const clear = () => {
    setHasForgotten(false)
    setEmail('')
  }
  // However it was closed: by the cross, by Escape, or by a successful login.
  if (!request && (hasForgotten || email)) clear()

  return (
    <Dialog open={request !== null} onClose={close} title={TITLES[face]} place="bottom" locked={busy}>
      {face === 'signup' && <SignupForm onLogin={() => switchTo('login')} onBusy={setBusy} />}
      {face === 'login' && (
        <LoginForm
          email={email}
          onEmail={setEmail}
          onForgot={() => setHasForgotten(true)}
          onSignup={() => switchTo('signup')}
          onBusy={setBusy}
        />
      )}
      {face === 'forgot' && (
        <ForgotForm email={email} onEmail={setEmail} onBack={() => setHasForgotten(false)} onBusy={setBusy} />
      )}
    </Dialog>
  )
}
