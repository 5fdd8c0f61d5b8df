import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { EndedBelow, PastEvents } from './slot.tsx'

const nothing = () => undefined

function rendered(features: string[], isAll = false) {
  const Screen = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <>
          <PastEvents isShown={false} onToggle={nothing} />
          <EndedBelow isAll={isAll}>Ended (2)</EndedBelow>
        </>
      ),
    },
  ])
  return renderToStaticMarkup(<Screen hydrationData={{ loaderData: { root: { features } } }} />)
}

test('off, Past Events is coming soon and ended ones are below the coming ones', () => {
  expect(rendered([])).toMatch(/<button[^>]*disabled[^>]*>Past Events<.*Coming Soon.*Ended \(2\)/)
})

test('on, Past Events is a button and has the ended ones', () => {
  const html = rendered(['past-bookings'])
  expect(html).toMatch(/<button[^>]*>Past Events</)
  // Its words change with what is shown: pressed as well, 'Coming up' would look chosen above past events.
  expect(html).not.toContain('aria-pressed')
  expect(html).not.toMatch(/disabled|Coming Soon|Ended/)
  expect(rendered(['past-bookings'], true)).toContain('Nothing coming up.')
})
