import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import style from './coming-soon.module.css'

export const ComingSoonBadge = ({ className }: { className?: string }) => (
  <span className={classes(style.badge, className)}>Coming Soon</span>
)

/** What is not there yet: seen, but neither reached by keyboard nor read as something to use. */
export const Dimmed = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={classes(style.dimmed, className)} inert>
    {children}
  </div>
)
