import type { Link } from '../../content/types.ts'
import style from './contact-card.module.css'

export const ContactCard = ({ label, email, note }: { label: string; email: Link; note: string }) => (
  <section className={style.card} aria-labelledby="contact-email">
    <h2 id="contact-email" className={style.label}>
      {label}
    </h2>
    <a href={email.to} className={style.email}>
      {email.text}
    </a>
    <p className={style.note}>{note}</p>
  </section>
)
