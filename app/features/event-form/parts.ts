// The parts of the event form after its first, Event Details. A part that is not switched on cannot be chosen.
import type { ComponentType } from 'react'
import { Emailers, useHasEmailers } from '../emailers/slot.tsx'
import { SocialSettings, useHasSocialSettings } from '../social-settings/slot.tsx'
import { Surveys, useHasSurveys } from '../surveys/slot.tsx'

export interface FormPart {
  name: string
  isOn: boolean
  Part: ComponentType
}

export const useFormParts = (): FormPart[] => [
  { name: 'Social Settings', isOn: useHasSocialSettings(), Part: SocialSettings },
  { name: 'Emailers', isOn: useHasEmailers(), Part: Emailers },
  { name: 'Surveys', isOn: useHasSurveys(), Part: Surveys },
]
