import { Link, NavLink, useLocation } from 'react-router'
import { useSession } from '../session/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ColourModeSwitch } from './colour-mode-switch.tsx'
import style from './drawer.module.css'
import { ACCOUNT_LINKS } from './links.ts'

interface Props {
  open: boolean
  onClose: () => void
}

function MemberLinks({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  return (
    <>
      {user && (
        <p className={style.who}>
          <strong>
            {user.firstName} {user.lastName}
          </strong>
          <span>{user.email}</span>
        </p>
      )}
      <nav aria-label="Account" className={style.links}>
        {ACCOUNT_LINKS.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={style.link} onClick={onClose}>
            {label}
          </NavLink>
        ))}
        <Link to="/logout" className={style.link} onClick={onClose}>
          Logout
        </Link>
      </nav>
    </>
  )
}

function VisitorLinks({ onClose }: { onClose: () => void }) {
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  const returning = `?redirect=${encodeURIComponent(here)}`
  return (
    <>
      <p className={style.invitation}>Book your place, put up your own events, and keep it all in one place.</p>
      <nav aria-label="Account" className={style.buttons}>
        <ButtonLink to={`/register${returning}`} state={{ returnTo: here }} onClick={onClose} wide>
          Sign Up
        </ButtonLink>
        <ButtonLink to={`/login${returning}`} state={{ returnTo: here }} onClick={onClose} look="outlined" wide>
          Login
        </ButtonLink>
      </nav>
    </>
  )
}

export default function AccountDrawer({ open, onClose }: Props) {
  const { status } = useSession()
  return (
    <Dialog open={open} onClose={onClose} title="Account" place="right">
      {status === 'signed-in' ? <MemberLinks onClose={onClose} /> : <VisitorLinks onClose={onClose} />}
      <ColourModeSwitch />
    </Dialog>
  )
}
