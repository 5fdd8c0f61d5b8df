import { data, type LoaderFunctionArgs } from 'react-router'
import { SignInReturn } from '../features/auth/sign-in-return.tsx'

/** The route /auth/callback* takes whatever begins with callback, and nothing else. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  if (params.name && !params.name.startsWith('callback')) throw data(null, { status: 404 })
  return null
}

export const meta = () => [
  { title: 'Signing in · Hooley' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default SignInReturn
