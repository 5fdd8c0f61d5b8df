import { SITE } from '../../contract/site.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import { SignInReturn } from '../features/auth/sign-in-return.tsx'
import type { PageHandle } from '../lib/page-handle.ts'

const isCallback = (name: string | undefined) => !name || name.startsWith('callback')

export const handle: PageHandle = { variant: ({ name }) => (isCallback(name) ? 'callback' : 'unknown') }

/** The route /auth/callback* takes whatever begins with callback, and nothing else. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  if (!isCallback(params.name)) throw data(null, { status: 404 })
  return null
}

export const meta = () => [
  { title: `Signing in · ${SITE.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default SignInReturn
