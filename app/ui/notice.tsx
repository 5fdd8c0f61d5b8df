import type { ReactNode } from 'react'
import style from './notice.module.css'

/** Stands where a list would: nothing there, or why not, and what to do about it. */
export const Notice = ({ children, isError }: { children: ReactNode; isError?: boolean }) => (
  <div className={style.notice} role={isError ? 'alert' : undefined}>
    {children}
  </div>
)
