// In My Bookings: the ballots that somebody is in and that have not been drawn.
import { Link } from 'react-router'
import { eventPath } from '../../../contract/event-access.ts'
import type { ListedBallotEntry } from '../../../contract/ballots.ts'
import { useCall } from '../../data/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Title } from '../../ui/title.tsx'
import style from './ballots.module.css'
import * as words from './words.tsx'

const Card = ({ entry }: { entry: ListedBallotEntry }) => {
  const { ballot, timeZone } = entry
  const isOpen = ballot.state === 'open'
  return (
    <li className={style.card}>
      <h3>
        <Link to={eventPath({ id: entry.eventId, key: entry.key })}>
          <Title of={entry} />
        </Link>
      </h3>
      <p className="quiet">{words.momentText(entry.startTime, timeZone)}</p>
      <p>
        {words.askedFor(
          words.placesText(entry.seats),
          isOpen ? words.closesAt(words.momentText(ballot.closesAt, timeZone)) : words.listIsSealed,
          words.numberText(ballot, timeZone),
        )}
      </p>
      <div>
        <ButtonLink look="outlined" to={words.ballotPath(ballot, entry.key)}>
          {words.seeTheBallot}
        </ButtonLink>
      </div>
    </li>
  )
}

export default function MyBallots() {
  const { loaded } = useCall('ballot entries', (api) => api.ballots.mine())
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null
  return (
    <section className={style.section} aria-labelledby="my-ballots">
      <h2 id="my-ballots">Ballots</h2>
      <ul role="list" className={style.cards}>
        {loaded.value.map((entry) => (
          <Card key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}
