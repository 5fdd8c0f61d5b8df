import { SITE } from '../../contract/site.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../session/session.tsx'
import { Spinner } from '../ui/spinner.tsx'

export const meta = () => [{ title: `Logout · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]

export default function Logout() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    void signOut().then(() => navigate('/', { replace: true }))
  }, [signOut, navigate])
  return <Spinner label="Logging out" />
}
