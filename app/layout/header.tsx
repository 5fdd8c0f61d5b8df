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
import { MAIN_LINKS, type SiteLink } from './links.ts'
import { Logo } from './logo.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

// Not seen at first: fetched when the browser is idle, or when the pointer or the focus comes near.
const { Part: MenuDrawer, preload: loadMenuDrawer } = lazyPart(() => import('./menu-drawer.tsx'))
const { Part: AccountDrawer, preload: loadAccountDrawer } = lazyPart(() => import('./account-drawer.tsx'))

type Drawer = 'menu' | 'account'

const [FIRST_LINK, ...OTHER_LINKS] = MAIN_LINKS as [SiteLink, ...SiteLink[]]

const MainLink = ({ to, label, isFirst }: SiteLink & { isFirst?: boolean }) => (
  <NavLink to={to} end prefetch="intent" className={classes(style.link, isFirst && style.first)}>
    {label}
  </NavLink>
)

/** As header.module.css has it. */
const WIDE = '(min-width: 80rem)'

export function Header() {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<Drawer>>(new Set())
  // null: nobody has asked for it, as nobody can in wide windows, which show it among the links.
  const [showsSearch, setShowsSearch] = useState<boolean | null>(null)
  // Of no matter before the first press, so that it is not asked before the window changes.
  const [isWide, setWide] = useState(false)
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

  useEffect(() => {
    const wide = matchMedia(WIDE)
    const look = () => setWide(wide.matches)
    wide.addEventListener('change', look)
    return () => wide.removeEventListener('change', look)
  }, [])

  const search = (
    <div key="search" id="header-search" className={classes(style.search, showsSearch && style.shown)}>
      <SearchBox />
    </div>
  )
  const end = (
    <div key="end" className={style.end}>
      <div className={style.links}>
        {OTHER_LINKS.map((link) => (
          <MainLink key={link.to} {...link} />
        ))}
      </div>
      <button
        type="button"
        className={classes(style.icon, style.narrow)}
        aria-label={showsSearch ? 'Hide search' : 'Show search'}
        aria-expanded={showsSearch === true}
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
        {/* In reading order: one link is in front of the search box. On phones the box opens below all of them. */}
        <nav className={style.main} aria-label="Main">
          <MainLink {...FIRST_LINK} isFirst />
          {showsSearch === null || isWide ? [search, end] : [end, search]}
        </nav>
      </div>
      {opened.has('menu') && <MenuDrawer open={drawer === 'menu'} onClose={close} onUnavailable={takeBack} />}
      {opened.has('account') && <AccountDrawer open={drawer === 'account'} onClose={close} onUnavailable={takeBack} />}
      <NavigationProgress />
    </header>
  )
}
