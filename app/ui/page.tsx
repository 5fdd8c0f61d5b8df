import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import style from './page.module.css'

interface Props {
  children: ReactNode
  narrow?: boolean
  /** For a message that fills the page: not found, empty, failed. */
  centred?: boolean
  className?: string
}

export const Page = ({ children, narrow, centred, className }: Props) => (
  <div className={classes(style.page, narrow && style.narrow, centred && style.centred, className)}>{children}</div>
)

export const Subtitle = ({ children }: { children: ReactNode }) => <p className={style.subtitle}>{children}</p>
