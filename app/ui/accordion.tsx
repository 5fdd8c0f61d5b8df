import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import style from './accordion.module.css'

interface Props {
  /** All with the same name take turns: the browser closes one when another opens, with and without scripts. */
  name?: string
  id?: string
  title: string
  /** The title's level among the page's headings. */
  level: 2 | 3
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

export function AccordionItem({ name, id, title, level, isOpen = false, onToggle, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <details
      name={name}
      id={id}
      open={isOpen}
      className={style.item}
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
    >
      <summary className={style.summary}>
        <Heading className={classes(style.title, level === 2 && style.large)}>{title}</Heading>
        <span className={style.sign} aria-hidden="true" />
      </summary>
      <div className={style.body}>{children}</div>
    </details>
  )
}
