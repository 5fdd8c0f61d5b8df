import { NavLink } from 'react-router'
import { useSettings } from '../lib/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import style from './drawer.module.css'
import { FEATURE_LINKS, MENU_LINKS } from './links.ts'

interface Props {
  open: boolean
  onClose: () => void
}

export default function MenuDrawer({ open, onClose }: Props) {
  const { features } = useSettings()
  return (
    <Dialog open={open} onClose={onClose} title="Menu" place="left">
      <nav aria-label="All pages" className={style.links}>
        {[...MENU_LINKS, ...FEATURE_LINKS.filter(({ feature }) => features.includes(feature))].map(({ to, label }) => (
          <NavLink key={to} to={to} end className={style.link} onClick={onClose}>
            {label}
          </NavLink>
        ))}
      </nav>
    </Dialog>
  )
}
