// The route table as the server needs it: which page an address names, and what of the address matters to it.
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { PageHandle } from './lib/page-handle.ts'

const handleOf = (route: RouteObject) => (route.handle ?? {}) as PageHandle

const queryOf = ({ query = [], featureQuery = {} }: PageHandle, features: readonly string[]) => [
  ...new Set([
    ...query,
    ...Object.entries(featureQuery).flatMap(([name, parts]) => (features.includes(name) ? parts : [])),
  ]),
]

function routesBelow(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, module } = route!
      const shared = { id, path, handle: module.handle }
      return index ? { ...shared, index: true } : { ...shared, children: routesBelow(build, id) }
    })
}

export function pageRoutes(build: ServerBuild, features: readonly string[]) {
  const routes = routesBelow(build, undefined)
  const handles = Object.values(build.routes).map((route) => (route?.module.handle ?? {}) as PageHandle)
  return {
    queryNames: [...new Set(handles.flatMap((handle) => queryOf(handle, features)))],
    match(path: string) {
      const matches = matchRoutes(routes, path)
      const page = matches?.at(-1)
      if (!matches || !page) return null
      const handle = handleOf(page.route)
      return {
        ids: matches.map(({ route }) => route.id ?? ''),
        pattern: matches
          .map(({ route }) => route.path ?? '')
          .filter(Boolean)
          .join('/'),
        params: page.params,
        query: queryOf(handle, features),
        variant: handle.variant?.(page.params),
      }
    },
  }
}
