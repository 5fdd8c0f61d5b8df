import style from './event-parts.module.css'

interface Props {
  title: string
  /** How many letters fit into a line even on a narrow phone; a longer name stays whole only where there is room. */
  most?: number
}

/** 'The Lonesome Row - Fiddle Night' breaks after the dash before it breaks within a name. */
export function BreakingTitle({ title, most = Infinity }: Props) {
  const dash = title.indexOf(' - ')
  if (dash < 0) return title
  const part = (text: string) => <span className={text.length <= most ? style.part : style.long}>{text}</span>
  return (
    <span>
      {part(title.slice(0, dash + 2))} {part(title.slice(dash + 3))}
    </span>
  )
}
