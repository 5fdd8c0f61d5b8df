import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { FeatureName } from '../../contract/features.ts'
import { flagged } from './flagged.tsx'

const Built = flagged('filters', { on: () => 'works', off: () => 'soon' })
const Coming = flagged('filters', { off: () => 'soon' })

function drawn(Face: typeof Built, features: FeatureName[]) {
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Face }])
  return renderToStaticMarkup(
    <Stub hydrationData={{ loaderData: { root: { features, imageBase: '', publicUrl: '' } } }} />,
  )
}

test('a feature shows its working face only when it is switched on', () => {
  expect(drawn(Built, [])).toBe('soon')
  expect(drawn(Built, ['popular'])).toBe('soon')
  expect(drawn(Built, ['filters'])).toContain('works')
})

test('a feature that is not built has one face', () => {
  expect(drawn(Coming, ['filters'])).toBe('soon')
})
