import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoticesTable } from './notices-panel.tsx'

const html = renderToStaticMarkup(
  <NoticesTable
    known={[
      { notice: 'offer', words: 'places that come free', mail: true, push: false, isAlwaysMailed: false },
      { notice: 'change', words: 'changes of events', mail: true, push: true, isAlwaysMailed: true },
    ]}
  />,
)

test('each notice has a box for mail and one for push, named in full for those who do not see the columns', () => {
  const boxes = [...html.matchAll(/<span class="visually-hidden">([^<]*)<\/span><input([^>]*)>/g)]
  expect(boxes.map(([, name, box = '']) => [name, box.includes('checked'), box.includes('disabled')])).toEqual([
    ['Email: places that come free', true, false],
    ['Push: places that come free', false, false],
    // Without these, people would find a closed door.
    ['Email: changes of events', true, true],
    ['Push: changes of events', true, false],
  ])
  expect(html).toContain('Changes of events<span class="')
  expect(html).toContain('Always emailed')
  expect(html).not.toContain('Other devices')
  expect(renderToStaticMarkup(<NoticesTable known={[]} isPushBlocked />)).toContain('Other devices')
})
