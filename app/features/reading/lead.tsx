import type { ReactNode } from 'react'
import style from './lead.module.css'
import team from './team.module.css'

export const InvitationPanel = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={style.panel} aria-labelledby="invitation">
    <div>
      <h2 id="invitation" className={style.invitationTitle}>
        {title}
      </h2>
      <p>{text}</p>
    </div>
    {children}
  </section>
)

export const FounderQuote = ({ text, name, title }: { text: string; name: string; title: string }) => (
  <figure className={team.quote}>
    <blockquote className={team.words}>
      <p>“{text}”</p>
    </blockquote>
    <figcaption>
      <strong>{name}</strong>, {title}
    </figcaption>
  </figure>
)

/** A page's title and its first words. */
export const Lead = ({ title, paragraphs }: { title: string; paragraphs: string[] }) => (
  <div className={style.lead}>
    <h1 className={style.title}>{title}</h1>
    {paragraphs.map((paragraph) => (
      <p key={paragraph} className={style.paragraph}>
        {paragraph}
      </p>
    ))}
  </div>
)
