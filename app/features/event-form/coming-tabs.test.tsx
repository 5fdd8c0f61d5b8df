import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ComingTabs } from './coming-tabs.tsx'
import { TABS } from './validation.ts'

test('the form has four parts in this order', () => {
  expect(TABS).toEqual(['Event Details', 'Social Settings', 'Emailers', 'Surveys'])
})

test('what is coming is named, inert and under its badge', () => {
  const html = renderToStaticMarkup(<ComingTabs />)
  const items = [...html.matchAll(/<li[^>]*>([^<]+)</g)].map(([, item]) => item)
  expect(items).toEqual([
    'Facebook',
    'Instagram',
    'Twitter',
    'TikTok',
    'Welcome email',
    'Reminder email',
    'Thank-you email',
    'Pre-event survey',
    'Post-event survey',
    'Feedback form',
  ])
  expect(html.match(/inert/g)).toHaveLength(3)
  expect(html.match(/Coming Soon/g)).toHaveLength(3)
})
