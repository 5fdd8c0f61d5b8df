import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EMAIL_KINDS } from '../../../contract/email-kinds.ts'
import { PLACEHOLDER_NAMES, PLACEHOLDERS } from '../../../contract/placeholders.ts'
import { EmailFields } from './email-editor.tsx'
import { undressed } from './email-styles.ts'
import { isTyped } from './stored-emails.ts'

const typed = { enabled: true, subject: '', text: '', hours: '12' }

test.each(EMAIL_KINDS)('the form of the %s offers every placeholder of the table', (kind) => {
  const html = renderToStaticMarkup(<EmailFields kind={kind} email={typed} onChange={() => {}} />)
  const offered = [...html.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)
  expect(offered).toEqual(PLACEHOLDER_NAMES.map((name) => PLACEHOLDERS[name].label))
})

test('only the thank-you has hours, and the welcome has no subject', () => {
  const labels = EMAIL_KINDS.map((kind) => {
    const html = renderToStaticMarkup(<EmailFields kind={kind} email={typed} onChange={() => {}} />)
    return ['Subject', 'Text', 'Hours'].filter((label) => html.includes(label))
  })
  expect(labels).toEqual([['Text'], ['Subject', 'Text'], ['Subject', 'Text', 'Hours']])
})

test('what is wrong in a text is said below it, before anything is sent', () => {
  const email = { ...typed, text: 'Dear {nobody}' }
  const html = renderToStaticMarkup(<EmailFields kind="thanks" email={email} onChange={() => {}} />)
  expect(html).toContain('It uses {nobody}, which isn’t a placeholder.')
  expect(html).toContain('aria-invalid="true"')
})

test('no style of an email is left in what the frame reads', () => {
  const { html, css } = undressed('<style>.a{color:red}</style><p style="margin:0">style=&quot;x&quot;</p>')
  expect(html).toBe('<p data-style="margin:0">style=&quot;x&quot;</p>')
  expect(css).toBe('.a{color:red}')
})

test('what was stored by hand or by an earlier version is not taken for an email', () => {
  expect(isTyped(typed)).toBe(true)
  for (const other of [null, undefined, 'x', {}, { ...typed, hours: 12 }, { ...typed, enabled: 'yes' }])
    expect(isTyped(other)).toBe(false)
})
