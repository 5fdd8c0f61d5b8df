import { Button } from '../ui/button.tsx'
import { Page, Subtitle } from '../ui/page.tsx'

export const PageFailure = () => (
  <Page centred>
    <h1>Something went wrong</h1>
    <Subtitle>This page could not be shown. Please try again.</Subtitle>
    <Button onClick={() => location.reload()}>Try again</Button>
  </Page>
)
