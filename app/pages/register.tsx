import { SITE } from '../../contract/site.ts'
import { SendToDialog } from '../features/auth/send-to-dialog.tsx'

export const meta = () => [{ title: `Sign Up · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function Register() {
  return <SendToDialog mode="signup" />
}
