import { SettingsPanel } from '../features/settings/slot.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { Page } from '../ui/page.tsx'

export const meta = () => [{ title: 'Settings · Hooley' }, { name: 'robots', content: 'noindex' }]

export default function Settings() {
  return (
    <RouteGuard>
      <Page narrow>
        <h1>Settings</h1>
        <SettingsPanel />
      </Page>
    </RouteGuard>
  )
}
