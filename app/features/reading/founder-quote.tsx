import style from './team.module.css'

export const FounderQuote = ({ text, name, title }: { text: string; name: string; title: string }) => (
  <figure className={style.quote}>
    <blockquote className={style.words}>
      <p>“{text}”</p>
    </blockquote>
    <figcaption>
      <strong>{name}</strong>, {title}
    </figcaption>
  </figure>
)
