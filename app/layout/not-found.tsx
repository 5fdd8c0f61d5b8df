import { Button, ButtonLink } from '../ui/button.tsx'
import { Page, Subtitle } from '../ui/page.tsx'

export const PageFailure = () => (
  <Page centred>
    <h1>Something went wrong</h1>
    <Subtitle>This page could not be shown. Please try again.</Subtitle>
    <Button onClick={() => location.reload()}>Try again</Button>
  </Page>
)

export const NotFound = () => (
  <Page centred>
    <h1>404 Page Not Found</h1>
    <Subtitle>The page you&apos;re looking for doesn&apos;t exist or has been moved.</Subtitle>
    <ButtonLink to="/">Go to Homepage</ButtonLink>
  </Page>
)
