import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import Filters from './filters.tsx'

test('a town that nobody knows is no active filter, and stays in its field to be put right', () => {
  const Screen = createRoutesStub([
    { id: 'root', path: '/events', Component: () => <Filters found={{ kind: 'online' }} /> },
  ])
  const html = renderToString(
    <Screen
      initialEntries={['/events?place=Nowhereville&within=25&kind=online']}
      hydrationData={{ loaderData: { root: { features: [] } } }}
    />,
  )
  expect(html).toContain('value="Nowhereville"')
  expect([...html.matchAll(/aria-label="Remove ([^"]*)"/g)].map(([, name]) => name)).toEqual(['Online'])
})
