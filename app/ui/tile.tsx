import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../lib/classes.ts'
import { ComingSoonBadge } from './coming-soon.tsx'
import style from './tile.module.css'

export interface TileText {
  title: string
  text: string
  icon: ReactNode
}

const Inside = ({ title, text, icon }: TileText) => (
  <>
    <span className={style.icon}>{icon}</span>
    <h2 className={style.title}>{title}</h2>
    <p className="quiet">{text}</p>
  </>
)

export const Tile = ({ to, ...text }: TileText & { to: string }) => (
  <Link to={to} prefetch="intent" className={style.tile}>
    <Inside {...text} />
  </Link>
)

/** Seen, but neither a link nor reached by keyboard. */
export const SoonTile = (text: TileText) => (
  <div className={classes(style.tile, style.off)} aria-disabled="true">
    <Inside {...text} />
    <ComingSoonBadge className={style.badge} />
  </div>
)
