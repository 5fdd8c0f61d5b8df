import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import style from './event-parts.module.css'

const { Part: OtherEvents } = lazyPart(() => import('./other-events.tsx'))

/** Other events, below what is not there. */
export const ComingUp = () => (
  <Page className={style.others}>
    <OtherEvents />
  </Page>
)
