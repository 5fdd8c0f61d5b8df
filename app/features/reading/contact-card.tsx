import type { Link, Paragraph } from '../../content/types.ts'
import style from './contact-card.module.css'
import { RichText } from './rich-text.tsx'

/** Contact points required by law. */
export const ContactPoints = ({ title, paragraphs }: { title: string; paragraphs: Paragraph[] }) => (
  <section className={style.points} aria-labelledby="contact-points">
    <h2 id="contact-points" className={style.pointsTitle}>
      {title}
    </h2>
    <RichText blocks={paragraphs} />
  </section>
)

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
