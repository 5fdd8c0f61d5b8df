// The parts of the event form after its first, Event Details. A part that is not switched on cannot be chosen.
import type { ComponentType } from 'react'
import type { SeriesText } from '../../../contract/series.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { Emailers, saveEmailers, useHasEmailers } from '../emailers/slot.tsx'
import { savePrice } from '../paid-hosting/slot.tsx'
import { saveSocialSettings, SocialSettings, useHasSocialSettings } from '../social-settings/slot.tsx'
import { saveSurveys, Surveys, useHasSurveys } from '../surveys/slot.tsx'
import * as words from './words.tsx'

export interface FormPart {
  name: string
  /** What follows # in the address of the form. */
  slug: string
  isOn: boolean
  Part: ComponentType<PartProps>
  /** Stores what was typed in it; throws if it is refused. */
  save?: (userId: number, form: string, eventId: number) => Promise<void>
}

/** Has no tab, but a place among the details. */
export const QUESTIONS: Pick<FormPart, 'name' | 'save' | 'isOn'> = {
  name: 'questions',
  isOn: true,
  save: async (...given) => (await import('./stored-questions.ts')).saveAll(...given),
}

/** The same. */
export const PRICE: typeof QUESTIONS = { name: 'price', isOn: true, save: savePrice }

/** The same: once the event is saved, its ballot is held. */
export const BALLOT: typeof QUESTIONS = {
  name: 'ballot',
  isOn: true,
  save: async (...given) => (await import('../ballots/slot.tsx')).saveBallot(...given),
}

const TEXT_OF: Record<string, SeriesText> = { questions: 'questions', email: 'emails', post: 'posts', price: 'price' }

/** 'email welcome' and 'email thanks' are the emails: what a series has for its dates. */
export const textsIn = (drafts: string[]): SeriesText[] => [
  ...new Set(drafts.flatMap((name) => TEXT_OF[name.split(' ')[0] ?? ''] ?? [])),
]

export const useFormParts = (): FormPart[] => [
  {
    name: words.socialSettings,
    slug: 'social-settings',
    isOn: useHasSocialSettings(),
    Part: SocialSettings,
    save: saveSocialSettings,
  },
  { name: 'Emailers', slug: 'emailers', isOn: useHasEmailers(), Part: Emailers, save: saveEmailers },
  { name: 'Surveys', slug: 'surveys', isOn: useHasSurveys(), Part: Surveys, save: saveSurveys },
]
