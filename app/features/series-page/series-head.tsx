import type { ReactNode } from 'react'
import { LinkedText } from '../../ui/linked-text.tsx'
import { BreakingTitle, EventPicture } from '../events/slot.tsx'
import type { ShownSeries } from './shown-series.ts'
import style from './series-page.module.css'

/** The poster, the title, when it takes place in words, and the actions. */
export const SeriesHead = ({ series, children }: { series: ShownSeries; children: ReactNode }) => (
  <header className={style.head}>
    <EventPicture
      event={series.picture}
      sizes="(min-width: 1264px) 1200px, 100vw"
      width={1600}
      className={style.picture}
      isFirst
    />
    <div className={style.words}>
      <h1 dir="auto" lang={series.language}>
        <BreakingTitle title={series.title} />
      </h1>
      <p className={style.rule}>{series.ruleText}</p>
      {series.dates[0] && <p className="quiet breakable">{series.dates[0].venue}</p>}
      {series.description && (
        <p className={style.text} dir="auto" lang={series.language}>
          <LinkedText text={series.description} />
        </p>
      )}
    </div>
    <div className="row wrap gap-10">{children}</div>
  </header>
)
