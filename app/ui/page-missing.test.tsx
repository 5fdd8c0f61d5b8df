import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PageMissing } from './page-missing.tsx'

test('what is not there leads on, what could not be loaded can be asked for again: one next step each', () => {
  const nextOf = (status: number) => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <PageMissing problem="It is not here" status={status} />
      </MemoryRouter>,
    )
    return [...html.matchAll(/<(?:a|button)\b[^>]*>([^<]*)</g)].map(([, words]) => words)
  }
  for (const status of [400, 404, 410, 451]) expect(nextOf(status), String(status)).toEqual(['Browse Events'])
  for (const status of [0, 408, 429, 500, 503]) expect(nextOf(status), String(status)).toEqual(['Try again'])
})
