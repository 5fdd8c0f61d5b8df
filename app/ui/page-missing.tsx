import { isFinal } from '../lib/failure.ts'
import { Button, ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

/** In place of a page: what is not there leads on, and what could not be loaded may be asked for again. */
export const PageMissing = ({ problem, status }: { problem: string | null; status: number }) => (
  <Page centred>
    <h1>{problem}</h1>
    {isFinal(status) ? (
      <ButtonLink to="/events">Browse Events</ButtonLink>
    ) : (
      <Button onClick={() => location.reload()}>Try again</Button>
    )}
  </Page>
)
