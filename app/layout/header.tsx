import { NavLink } from 'react-router'
import style from './header.module.css'
import { Logo } from './logo.tsx'

const MAIN_LINKS = [
  { to: '/events', label: 'Find Events' },
  { to: '/upcoming-events', label: 'Upcoming Events' },
  { to: '/create-event', label: 'Create Event' },
]

export const Header = () => (
  <header className={style.header}>
    <div className={style.bar}>
      <Logo />
      <nav className={style.links} aria-label="Main">
        {MAIN_LINKS.map(({ to, label }) => (
          <NavLink key={to} to={to} end prefetch="intent" className={style.link}>
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  </header>
)
