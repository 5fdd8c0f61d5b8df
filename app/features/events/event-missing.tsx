import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface Props {
  problem: string
  /** Somebody is signed in, and the answer for them is under way: it may be their own draft. */
  isAsking: boolean
}

export const EventMissing = ({ problem, isAsking }: Props) =>
  isAsking ? (
    <Spinner label="Loading event" />
  ) : (
    <Page centred>
      <h1>{problem}</h1>
      <ButtonLink to="/events">Browse Events</ButtonLink>
    </Page>
  )
