import type { ReactNode } from 'react'
import style from './event-layout.module.css'

interface Props {
  hero: ReactNode
  aside: ReactNode
  children: ReactNode
}

/** The hero above; what there is to know on the left, what there is to do on the right. */
export const EventLayout = ({ hero, aside, children }: Props) => (
  <article className={style.event}>
    <div className={style.hero}>{hero}</div>
    <div className={style.columns}>
      <div className={style.main}>{children}</div>
      <div className={style.aside}>{aside}</div>
    </div>
  </article>
)
