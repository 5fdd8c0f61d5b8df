import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { FeatureName } from '../../../contract/features.ts'
import { ComingTabs } from './coming-tabs.tsx'
import { FormTabs } from './form-tabs.tsx'
import { useFormParts } from './parts.ts'

function Form() {
  const parts = useFormParts()
  return (
    <>
      <FormTabs parts={parts} active={0} onChange={() => {}}>
        details
      </FormTabs>
      <ComingTabs parts={parts} />
    </>
  )
}

function drawn(...features: FeatureName[]) {
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Form }])
  const html = renderToStaticMarkup(
    <Stub hydrationData={{ loaderData: { root: { features, imageBase: '', publicUrl: '' } } }} />,
  )
  const tabs = [...html.matchAll(/<button([^>]*)><span[^>]*>([^<]+)/g)]
  return {
    tabs: tabs.map(([, , name]) => name),
    canBeChosen: tabs.filter(([, attributes]) => !attributes?.includes('disabled')).map(([, , name]) => name),
    coming: [...html.matchAll(/aria-label="([^"]+), coming soon"/g)].map(([, name]) => name),
    items: [...html.matchAll(/<li[^>]*>([^<]+)</g)].map(([, item]) => item),
    inert: html.match(/inert/g)?.length,
    badges: html.match(/Coming Soon/g)?.length,
  }
}

test('the form has four parts in this order, and only the first can be chosen', () => {
  const { tabs, canBeChosen } = drawn()
  expect(tabs).toEqual(['Event Details', 'Social Settings', 'Emailers', 'Surveys'])
  expect(canBeChosen).toEqual(['Event Details'])
})

test('what is coming is named, inert and under its badge', () => {
  const { coming, items, inert, badges } = drawn()
  expect(coming).toEqual(['Social Settings', 'Emailers', 'Surveys'])
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
  expect({ inert, badges }).toEqual({ inert: 3, badges: 6 })
})

test('a part that is switched on can be chosen and is no longer announced', () => {
  expect(drawn('emailers')).toMatchObject({
    canBeChosen: ['Event Details', 'Emailers'],
    coming: ['Social Settings', 'Surveys'],
    badges: 4,
  })
})
