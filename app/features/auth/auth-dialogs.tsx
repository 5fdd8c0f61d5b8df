import { useState } from 'react'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

const TITLES = { login: 'Login', forgot: 'Forgot Password', signup: 'Sign Up' }

/** One panel at the bottom edge with three forms. Closing it unmounts them and discards what was typed. */
export default function AuthDialogs() {
  const { request, switchTo, close } = useLoginDialog()
  // Shared by the three, so that nobody types their address again when they find that they have an account, or none.
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const face = request?.mode ?? 'login'
  const shared = { email, onEmail: setEmail, onBusy: setBusy }

  // However it was closed: by the cross, by Escape, or by a successful login.
  if (!request && email) setEmail('')

  return (
    <Dialog open={request !== null} onClose={close} title={TITLES[face]} place="bottom" locked={busy}>
      {face !== 'forgot' && request?.reason}
      {face === 'signup' && <SignupForm {...shared} onLogin={() => switchTo('login')} />}
      {face === 'login' && (
        <LoginForm {...shared} onForgot={() => switchTo('forgot')} onSignup={() => switchTo('signup')} />
      )}
      {face === 'forgot' && <ForgotForm {...shared} onBack={() => switchTo('login')} />}
    </Dialog>
  )
}
