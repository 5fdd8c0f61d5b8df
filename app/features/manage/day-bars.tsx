import { formatDate } from '../../../contract/dates.ts'
import type { Insights } from '../../../contract/insights.ts'
import { barsOf, instantOf, type Bar } from './day-chart.ts'
import style from './insights-section.module.css'
import * as words from './insights-words.tsx'

const dayWords = (day: string) => formatDate(instantOf(day), 'UTC')

const barWords = ({ day, until }: Bar) => (day === until ? dayWords(day) : words.fromTo(dayWords(day), dayWords(until)))

// In units of the drawing, which is stretched to the width that there is.
const BAR = 10
const GAP = 2
const HEIGHT = 100

/** Booked upwards, given back downwards from the same line: readable without colours, too. */
function Drawing({ bars, label }: { bars: Bar[]; label: string }) {
  const up = Math.max(1, ...bars.map(({ booked }) => booked))
  const down = Math.max(0, ...bars.map(({ givenBack }) => givenBack))
  const unit = HEIGHT / (up + down)
  const line = up * unit
  return (
    <svg
      role="img"
      aria-label={label}
      className={style.chart}
      viewBox={`0 0 ${bars.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ day, booked, givenBack }, at) => (
        <g key={day}>
          <rect
            className={style.booked}
            x={at * BAR + GAP / 2}
            y={line - booked * unit}
            width={BAR - GAP}
            height={booked * unit}
          />
          <rect
            className={style.givenBack}
            x={at * BAR + GAP / 2}
            y={line}
            width={BAR - GAP}
            height={givenBack * unit}
          />
        </g>
      ))}
      <line
        className={style.axis}
        x1="0"
        x2={bars.length * BAR}
        y1={line}
        y2={line}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

export function DayBars({ days }: { days: Insights['days'] }) {
  const bars = barsOf(days)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return <p className={style.quiet}>{words.nobodyHasBooked}</p>
  const most = (of: 'booked' | 'givenBack') => Math.max(...bars.map((bar) => bar[of]))
  return (
    <>
      <figure className={style.figure}>
        <Drawing bars={bars} label={words.chartText(days, dayWords)} />
        <figcaption className={style.ends}>
          <span>{dayWords(first.day)}</span>
          <span>{dayWords(last.until)}</span>
        </figcaption>
        <p className={style.legend} aria-hidden="true">
          <span className={style.bookedKey}>{words.bookedPeak(most('booked'))}</span>
          {most('givenBack') > 0 && (
            <span className={style.givenBackKey}>{words.givenBackPeak(most('givenBack'))}</span>
          )}
        </p>
      </figure>
      <details>
        <summary>{words.byDayAsTable}</summary>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Booked</th>
              <th scope="col">{words.givenBack}</th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ booked, givenBack }) => booked + givenBack > 0)
              .map((bar) => (
                <tr key={bar.day}>
                  <th scope="row">{barWords(bar)}</th>
                  <td>{bar.booked}</td>
                  <td>{bar.givenBack}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
