import style from './breaking-title.module.css'

interface Props {
  title: string
  /** How many letters fit into a line even on a narrow phone; a longer name breaks where it must. */
  most?: number
}

/** 'The Lonesome Row - Fiddle Night' breaks after the dash before it breaks within a name. */
export function BreakingTitle({ title, most = Infinity }: Props) {
  const dash = title.indexOf(' - ')
  if (dash < 0) return title
  const part = (text: string) => (text.length <= most ? <span className={style.part}>{text}</span> : text)
  return (
    <span>
      {part(title.slice(0, dash + 2))} {part(title.slice(dash + 3))}
    </span>
  )
}
