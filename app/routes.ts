// The route table of specification §2, one line a route, in the same order.
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [index('pages/home.tsx'), route('*', 'pages/not-found.tsx')] satisfies RouteConfig
