import { feedPath } from '../../lib/feed-links.ts'
import { useSettings } from '../../lib/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CalendarWays } from './calendar-ways.tsx'
import * as words from './words.tsx'

interface Props {
  feed: string
  query: string
  what: string
  onClose: () => void
}

export default function SubscribeDialog({ feed, query, what, onClose }: Props) {
  const { publicUrl } = useSettings()
  return (
    <Dialog open onClose={onClose} title="Subscribe">
      <div className="stack column gap-16">
        <p>{words.inYourCalendar(<strong>{what}</strong>)}</p>
        <CalendarWays url={publicUrl + feedPath(feed, query, 'ics')} />
        <p className="quiet small">
          {words.forFeedReaders(
            <a href={feedPath(feed, query, 'rss')}>RSS</a>,
            <a href={feedPath(feed, query, 'json')}>{words.jsonFeed}</a>,
          )}
        </p>
      </div>
    </Dialog>
  )
}
