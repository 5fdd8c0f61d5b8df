import { data } from 'react-router'
import { NotFound } from '../layout/not-found.tsx'

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ title: '404 Page Not Found · Hooley' }, { name: 'robots', content: 'noindex' }]

export default NotFound
