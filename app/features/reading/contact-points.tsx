import type { Paragraph } from '../../content/types.ts'
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
