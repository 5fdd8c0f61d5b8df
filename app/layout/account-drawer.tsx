import { Link, NavLink, useLocation } from 'react-router'
import { useSavedPage } from '../features/favourites/slot.tsx'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { pathOf } from '../session/return-path.ts'
import { useSession } from '../session/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ColourModeSwitch } from './colour-mode-switch.tsx'
import style from './drawer.module.css'
import { ACCOUNT_LINKS } from './links.ts'

interface Props {
  open: boolean
  onClose: () => void
}

/** Without an account as well: a visitor's are on the device. */
function SavedLink({ onClose }: { onClose: () => void }) {
  if (!useSavedPage()) return null
  return (
    <NavLink to="/saved" end className={style.link} onClick={onClose}>
      Saved Events
    </NavLink>
  )
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
        <SavedLink onClose={onClose} />
        {user?.role && (
          <NavLink to="/moderation" className={style.link} onClick={onClose}>
            Moderation
          </NavLink>
        )}
        <Link to="/logout" className={style.link} onClick={onClose}>
          Logout
        </Link>
      </nav>
    </>
  )
}

/** Signed in, but nobody can say as whom. */
const LostLinks = ({ onClose }: { onClose: () => void }) => (
  <>
    <AccountUnavailable />
    <nav aria-label="Account" className={style.links}>
      <Link to="/logout" className={style.link} onClick={onClose}>
        Logout
      </Link>
    </nav>
  </>
)

function VisitorLinks({ onClose }: { onClose: () => void }) {
  const returning = `?redirect=${encodeURIComponent(pathOf(useLocation()))}`
  return (
    <>
      <p className={style.invitation}>Book your place, put on your own events, and keep it all together.</p>
      <nav aria-label="Account" className="stack gap-12">
        <ButtonLink to={`/register${returning}`} onClick={onClose} wide>
          Sign Up
        </ButtonLink>
        <ButtonLink to={`/login${returning}`} onClick={onClose} look="outlined" wide>
          Login
        </ButtonLink>
        <SavedLink onClose={onClose} />
      </nav>
    </>
  )
}

export default function AccountDrawer({ open, onClose }: Props) {
  const { status } = useSession()
  return (
    <Dialog open={open} onClose={onClose} title="Account" place="right">
      {status === 'signed-in' && <MemberLinks onClose={onClose} />}
      {status === 'signed-out' && <VisitorLinks onClose={onClose} />}
      {status === 'failed' && <LostLinks onClose={onClose} />}
      {(status === 'unknown' || status === 'loading') && <Spinner label="Loading your account" />}
      <ColourModeSwitch />
    </Dialog>
  )
}
