import { lazy, Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import { SearchBox } from '../features/search/slot.tsx'
import { classes } from '../lib/classes.ts'
import { useSession } from '../session/session.tsx'
import { CloseIcon, MenuIcon, PersonIcon, SearchIcon } from '../ui/icons.tsx'
import style from './header.module.css'
import { MAIN_LINKS } from './links.ts'
import { Logo } from './logo.tsx'

// Not seen at first: fetched when the pointer or the focus comes near.
const loadMenuDrawer = () => import('./menu-drawer.tsx')
const loadAccountDrawer = () => import('./account-drawer.tsx')
const MenuDrawer = lazy(loadMenuDrawer)
const AccountDrawer = lazy(loadAccountDrawer)

type Drawer = 'menu' | 'account'

export function Header() {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<Drawer>>(new Set())
  const [showsSearch, setShowsSearch] = useState(false)
  const { user } = useSession()
  const show = (which: Drawer) => {
    setOpened((before) => new Set([...before, which]))
    setDrawer(which)
  }
  const close = () => setDrawer(null)

  return (
    <header className={style.header}>
      <div className={style.bar}>
        <div className={style.start}>
          <button
            type="button"
            className={classes(style.icon, style.narrow)}
            aria-label="Open menu"
            aria-haspopup="dialog"
            onPointerEnter={loadMenuDrawer}
            onFocus={loadMenuDrawer}
            onClick={() => show('menu')}
          >
            <MenuIcon />
          </button>
          <Logo />
        </div>
        <div id="header-search" className={classes(style.search, showsSearch && style.shown)}>
          <SearchBox />
        </div>
        <div className={style.end}>
          <nav className={style.links} aria-label="Main">
            {MAIN_LINKS.map(({ to, label }) => (
              <NavLink key={to} to={to} end prefetch="intent" className={style.link}>
                {label}
              </NavLink>
            ))}
          </nav>
          <button
            type="button"
            className={classes(style.icon, style.narrow)}
            aria-label={showsSearch ? 'Hide search' : 'Show search'}
            aria-expanded={showsSearch}
            aria-controls="header-search"
            onClick={() => setShowsSearch(!showsSearch)}
          >
            {showsSearch ? <CloseIcon /> : <SearchIcon />}
          </button>
          <button
            type="button"
            className={classes(style.icon, style.account, user && style.member)}
            aria-label="Open account menu"
            aria-haspopup="dialog"
            onPointerEnter={loadAccountDrawer}
            onFocus={loadAccountDrawer}
            onClick={() => show('account')}
          >
            {user ? <span aria-hidden="true">{user.firstName.slice(0, 1).toUpperCase()}</span> : <PersonIcon />}
          </button>
        </div>
      </div>
      {opened.has('menu') && (
        <Suspense>
          <MenuDrawer open={drawer === 'menu'} onClose={close} />
        </Suspense>
      )}
      {opened.has('account') && (
        <Suspense>
          <AccountDrawer open={drawer === 'account'} onClose={close} />
        </Suspense>
      )}
    </header>
  )
}
