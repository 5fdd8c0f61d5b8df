import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // A screen's loader in a file of its own is one more request on a phone's network.
  splitRouteModules: false,
  // Every link is known from the route table in the first bundle's manifest; asking the server for patches costs a
  // round trip on a bad phone.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
