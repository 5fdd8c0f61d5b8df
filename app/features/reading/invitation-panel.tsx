import type { ReactNode } from 'react'
import style from './invitation-panel.module.css'

export const InvitationPanel = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={style.panel} aria-labelledby="invitation">
    <div>
      <h2 id="invitation" className={style.title}>
        {title}
      </h2>
      <p>{text}</p>
    </div>
    {children}
  </section>
)
