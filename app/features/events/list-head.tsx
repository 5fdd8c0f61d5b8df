import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Subtitle } from '../../ui/page.tsx'
import style from './event-parts.module.css'

interface Props {
  title: string
  subtitle: string
  /** The Create Event button. */
  canCreate?: boolean
  /** Of Find Events, below all else. */
  filters?: ReactNode
  /** What else can be done. */
  children?: ReactNode
}

export const ListHead = ({ title, subtitle, canCreate = false, filters, children }: Props) => (
  <header className={style.head}>
    <div className={style.words}>
      <h1>{title}</h1>
      <Subtitle>{subtitle}</Subtitle>
    </div>
    {(canCreate || children) && (
      <div className="row wrap gap-10">
        {children}
        {canCreate && (
          <ButtonLink to="/create-event">
            <PlusIcon /> Create Event
          </ButtonLink>
        )}
      </div>
    )}
    {filters}
  </header>
)
