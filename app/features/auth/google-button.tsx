import { waitForGoogle } from '../../session/after-google.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import style from './auth.module.css'
import { GoogleMark } from './google-mark.tsx'

/** Leaves the site: the server sends the browser on to Google. What was to be done here goes on when it comes back. */
export function GoogleButton() {
  const { request } = useLoginDialog()
  const remember = () => waitForGoogle(request?.work ? { path: request.path, work: request.work } : null)
  return (
    <a className={style.google} href="/api/auth/google" onClick={remember}>
      <GoogleMark />
      Continue with Google
    </a>
  )
}
