import { SITE } from '../../contract/site.ts'
import { YOUR_DATA, YourData } from '../features/account/your-data.tsx'
import { KeySection } from '../features/api-keys/slot.tsx'
import { PasskeySection } from '../features/security/passkey-section.tsx'
import { SessionSection } from '../features/security/session-section.tsx'
import { SettingsPanel } from '../features/settings/slot.tsx'
import { TwoFactor } from '../features/two-factor/slot.tsx'
import { WebhookSection } from '../features/webhooks/webhook-section.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { Page } from '../ui/page.tsx'

export const meta = () => [{ title: `Settings · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

const security = (
  <>
    <TwoFactor />
    <PasskeySection />
    <SessionSection />
    <KeySection />
    <WebhookSection />
  </>
)

export default function Settings() {
  return (
    <RouteGuard>
      <Page narrow>
        <h1>Settings</h1>
        <SettingsPanel
          security={{ content: security, ids: ['security', 'two-factor', 'passkeys', 'api-keys', 'webhooks'] }}
          yourData={{ content: <YourData />, ids: YOUR_DATA }}
          webhooks={<WebhookSection />}
        />
      </Page>
    </RouteGuard>
  )
}
