import type { ReactNode } from 'react'
import style from './manage-parts.module.css'

interface Props {
  /** What the links at the top of the page lead to. */
  id: string
  title: string
  children: ReactNode
}

/** A part of the manage screen. */
export const Section = ({ id, title, children }: Props) => (
  <section className={style.section} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)
