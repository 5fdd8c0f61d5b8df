import { feedPath } from '../../lib/feed-links.ts'
import { useSettings } from '../../lib/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CalendarWays } from './calendar-ways.tsx'

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
        <p>
          <strong>{what}</strong>, in your own calendar. New events and changes appear automatically.
        </p>
        <CalendarWays url={publicUrl + feedPath(feed, query, 'ics')} />
        <p className="quiet small">
          For feed readers: <a href={feedPath(feed, query, 'rss')}>RSS</a> or{' '}
          <a href={feedPath(feed, query, 'json')}>JSON Feed</a>
        </p>
      </div>
    </Dialog>
  )
}
