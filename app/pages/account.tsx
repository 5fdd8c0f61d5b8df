import { SITE } from '../../contract/site.ts'
import { AccountTiles } from '../features/account/account-tiles.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { Page } from '../ui/page.tsx'

export const meta = () => [{ title: `My Account · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function Account() {
  return (
    <RouteGuard>
      <Page>
        <h1>My Account</h1>
        <AccountTiles />
      </Page>
    </RouteGuard>
  )
}
