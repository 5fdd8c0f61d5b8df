import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageMissing } from '../../ui/page-missing.tsx'
import { Page } from '../../ui/page.tsx'
import style from './event-parts.module.css'

/** Three other events: below what is empty, is not there or cannot be booked. Nothing where they cannot be loaded. */
export const { Part: OtherEvents } = lazyPart(() => import('./other-events.tsx'))

export const ComingUp = () => (
  <Page className={style.others}>
    <OtherEvents />
  </Page>
)

/** In place of a page of events: why it is not there, and what is coming up. */
export const EventsMissing = (props: { problem: string | null; status: number }) => (
  <>
    <PageMissing {...props} />
    <ComingUp />
  </>
)
