import { SITE } from '../../contract/site.ts'
import { AddressChange } from '../features/account/address-change.tsx'
import { PublicProfileForm } from '../features/creators/public-profile-form.tsx'
import { PasswordForm } from '../features/account/password-form.tsx'
import { ProfileForm } from '../features/account/profile-form.tsx'
import { KeySection } from '../features/api-keys/slot.tsx'
import { PasskeySection } from '../features/security/passkey-section.tsx'
import { SessionSection } from '../features/security/session-section.tsx'
import { UnconfirmedAddress } from '../features/account/unconfirmed-address.tsx'
import { YOUR_DATA, YourData } from '../features/account/your-data.tsx'
import { TwoFactor } from '../features/two-factor/slot.tsx'
import { RouteGuard } from '../session/route-guard.tsx'
import { useSession } from '../session/session.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

export const meta = () => [{ title: `Account Details · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

function Details() {
  const { user } = useSession()
  if (!user) return null
  const details = (
    <>
      <ProfileForm key={user.id} user={user} />
      <PublicProfileForm key={`public ${user.id}`} user={user} />
    </>
  )
  const security = (
    <>
      <PasswordForm email={user.email} />
      <TwoFactor />
      <PasskeySection />
      <SessionSection />
      <KeySection />
      <AddressChange />
      <YourData />
    </>
  )
  return (
    <Page narrow>
      <h1>Account Details</h1>
      <UnconfirmedAddress />
      <Tabs
        label="Account"
        tabs={[
          { name: 'Account Details', content: details },
          {
            name: 'Password & Security',
            content: security,
            ids: ['security', 'two-factor', 'passkeys', 'api-keys', 'address-change', ...YOUR_DATA],
          },
        ]}
      />
    </Page>
  )
}

export default function AccountDetails() {
  return (
    <RouteGuard>
      <Details />
    </RouteGuard>
  )
}
