import { useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { SearchBox } from '../features/search/slot.tsx'
import { classes } from '../lib/classes.ts'
import { pictureUrl } from '../lib/pictures.ts'
import { useSettings } from '../lib/settings.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useSession } from '../session/session.tsx'
import { CloseIcon, MenuIcon, PersonIcon, SearchIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import style from './header.module.css'
import { MAIN_LINKS } from './links.ts'
import { Logo } from './logo.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

// Not seen at first: fetched when the browser is idle, or when the pointer or the focus comes near.
const { Part: MenuDrawer, preload: loadMenuDrawer } = lazyPart(() => import('./menu-drawer.tsx'))
const { Part: AccountDrawer, preload: loadAccountDrawer } = lazyPart(() => import('./account-drawer.tsx'))

type Drawer = 'menu' | 'account'

export function Header() {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<Drawer>>(new Set())
  const [showsSearch, setShowsSearch] = useState(false)
  const { user } = useSession()
  const { imageBase } = useSettings()
  const show = (which: Drawer) => {
    setOpened((before) => new Set([...before, which]))
    setDrawer(which)
  }
  const close = () => setDrawer(null)
  const takeBack = () => {
    setOpened(new Set())
    close()
  }

  // What was open over a screen closes when the person leaves it. Not in an effect: the first one of those runs after a
  // press that came while React took the page over, and would undo it.
  const { pathname } = useLocation()
  const [shownAt, setShownAt] = useState(pathname)
  if (shownAt !== pathname) {
    setShownAt(pathname)
    close()
  }

  useEffect(
    () =>
      whenIdle(() => {
        loadMenuDrawer()
        loadAccountDrawer()
      }),
    [],
  )

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
            {user?.photo ? (
              <img src={pictureUrl(imageBase, user.photo)} alt="" />
            ) : user ? (
              <span aria-hidden="true">{user.firstName.slice(0, 1).toUpperCase()}</span>
            ) : (
              <PersonIcon />
            )}
          </button>
        </div>
      </div>
      {opened.has('menu') && <MenuDrawer open={drawer === 'menu'} onClose={close} onUnavailable={takeBack} />}
      {opened.has('account') && <AccountDrawer open={drawer === 'account'} onClose={close} onUnavailable={takeBack} />}
      <NavigationProgress />
    </header>
  )
}
