import type { ReactNode } from 'react'
import style from './notice.module.css'

/** In place of a list: that it is empty, or why it is missing, and what to do about it. */
export const Notice = ({ children, isError }: { children: ReactNode; isError?: boolean }) => (
  <div className={style.notice} role={isError ? 'alert' : undefined}>
    {children}
  </div>
)
