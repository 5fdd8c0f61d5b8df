import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Subtitle } from '../../ui/page.tsx'
import { Filters } from '../filters/slot.tsx'
import style from './list-head.module.css'

interface Props {
  title: string
  subtitle: string
  /** Find Events, with its filters and the Create Event button. */
  isBrowse?: boolean
  /** My Events: the button, without filters. */
  canCreate?: boolean
  /** What else can be done. */
  children?: ReactNode
}

export const ListHead = ({ title, subtitle, isBrowse = false, canCreate = isBrowse, children }: Props) => (
  <header className={style.head}>
    <div className={style.words}>
      <h1>{title}</h1>
      <Subtitle>{subtitle}</Subtitle>
    </div>
    {(canCreate || children) && (
      <div className={style.actions}>
        {children}
        {canCreate && (
          <ButtonLink to="/create-event">
            <PlusIcon /> Create Event
          </ButtonLink>
        )}
      </div>
    )}
    {isBrowse && <Filters />}
  </header>
)
