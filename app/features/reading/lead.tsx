import style from './lead.module.css'

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
