import { expect, test, vi } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import { usualSurvey } from '../../../contract/survey-kinds.ts'
import { keepDraft, listDrafts } from '../../session/part-drafts.ts'
import { saveEmailers } from '../emailers/slot.tsx'
import { saveSocialSettings } from '../social-settings/slot.tsx'
import { saveSurveys } from '../surveys/slot.tsx'
import { EMPTY_DRAFT } from './draft.ts'
import type { FormPart } from './parts.ts'
import { finishSaving } from './publishing.ts'

const part = (name: string, save: FormPart['save'], isOn = true): FormPart => ({
  name,
  slug: name,
  isOn,
  Part: () => null,
  save,
})

test('a part that is refused is named and kept for the next try, and holds up no other', async () => {
  const survey = { ...usualSurvey('feedback'), questions: [] }
  keepDraft(7, 'create', 'email thanks', { enabled: true, subject: '', text: 'Dear {nobody}', hours: '12' })
  keepDraft(7, 'create', 'survey feedback', survey)
  keepDraft(7, 'create', 'post twitter', { text: 'Come!', at: '' })
  const stored: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('/emails/'))
      return Promise.resolve(Response.json({ message: 'Text uses {nobody}' }, { status: 400 }))
    stored.push(address)
    return Promise.resolve(Response.json({ id: 1, kind: 'feedback', ...survey, isOpened: false, isAnswered: false }))
  })
  const parts = [
    part('Emailers', saveEmailers),
    part('Surveys', saveSurveys),
    part('Social Settings', saveSocialSettings, false),
  ]
  const { missing } = await finishSaving({ id: 99 } as Event, {
    userId: 7,
    form: 'create',
    parts,
    draft: EMPTY_DRAFT,
    isHeldBack: false,
    shareTexts: undefined,
    publishDates: undefined,
  })
  expect(missing).toBe('The event is saved, but not its Emailers. Text uses {nobody}. Edit the event to try again.')
  expect(stored).toEqual(['/api/events/99/surveys/feedback'])
  // The email, and what belongs to a part that is off.
  expect(listDrafts(7, '99')).toEqual(['email thanks', 'post twitter'])
  expect(listDrafts(7, 'create')).toEqual([])
})
