import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './event-parts.module.css'

interface Props {
  problem: string
  /** Somebody is signed in, and the answer for them is under way: it may be their own draft. */
  isAsking: boolean
  /** Other events. */
  children: ReactNode
}

export const EventMissing = ({ problem, isAsking, children }: Props) =>
  isAsking ? (
    <Spinner label="Loading event" />
  ) : (
    <>
      <Page centred>
        <h1>{problem}</h1>
        <ButtonLink to="/events">Browse Events</ButtonLink>
      </Page>
      <Page className={style.others}>{children}</Page>
    </>
  )
