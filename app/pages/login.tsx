import { SITE } from '../../contract/site.ts'
import { SendToDialog } from '../features/auth/send-to-dialog.tsx'

export const meta = () => [{ title: `Login · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function Login() {
  return <SendToDialog mode="login" />
}
