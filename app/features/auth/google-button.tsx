import { GoogleMark } from './google-mark.tsx'
import style from './auth.module.css'

/** Leaves the site: the server sends the browser on to Google. */
export const GoogleButton = () => (
  <>
    <p className={style.or}>or</p>
    <a className={style.google} href="/api/auth/google">
      <GoogleMark />
      Continue with Google
    </a>
  </>
)
