import { buttonClass } from '../../ui/button.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import style from './feeds.module.css'
import * as words from './words.tsx'

/** What programs for calendars take over when it is followed. */
export const webcalOf = (url: string) => url.replace(/^https?:/, 'webcal:')

export const googleOf = (url: string) =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalOf(url))}`

/** The ways in which an address of a calendar gets into one. */
export function CalendarWays({ url }: { url: string }) {
  return (
    <>
      <div className={style.ways}>
        <a className={buttonClass({ look: 'primary' })} href={webcalOf(url)}>
          {words.openInCalendar}
        </a>
        <a className={buttonClass({ look: 'outlined' })} href={googleOf(url)} target="_blank" rel="noopener noreferrer">
          {words.googleCalendar}
        </a>
      </div>
      <LinkToCopy url={url} label={words.addressOfCalendar} />
    </>
  )
}
