import { SITE } from '../../contract/site.ts'
import { useSearchParams } from 'react-router'
import { InvalidResetLink } from '../features/auth/invalid-reset-link.tsx'
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx'
import { Redirect } from '../session/redirect.tsx'
import { useSession } from '../session/session.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

// The token in the address is nobody else's business.
export const meta = () => [
  { title: `Reset Password · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPassword() {
  const { status } = useSession()
  const [query] = useSearchParams()
  // Rendered once for everybody, so what the address says counts only in the browser.
  if (status === 'unknown' || status === 'loading') return <Spinner />
  if (status === 'signed-in') return <Redirect to="/" />
  const token = query.get('token')
  return token ? (
    <Page narrow>
      <ResetPasswordForm token={token} />
    </Page>
  ) : (
    <InvalidResetLink />
  )
}
