import type { ApiKey } from '../../../contract/api-keys.ts'
import { formatDate } from '../../../contract/dates.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'

export const willEnd = 'Keys for other programs and webhooks will end unless you keep them'
export const keepKey = (name: string, ending: string) => `Keep ${name} (…${ending})`
export const keepWebhook = (host: string) => `Keep the webhook to ${host}`

export const makeTheKey = 'Make the key'
export const nameOfProgram = 'Name of the program'
export const whatItMayDo = 'What it may do'
export const allYouRun = 'All events that you run'
export const nameIsMissing = 'Please give the key a name, such as the program that will use it.'
export const nothingChosen = 'Please choose what the key may do.'

export const copyNow = (noun: string) => `Copy your ${noun} now. We don’t show it again.`
export const yourNew = (noun: string) => `Your new ${noun}`
export const keysForPrograms = 'Keys for other programs'
export const aboutKeys = 'Let your website, a spreadsheet or a check-in device work with your events.'
export const whatTheyCanDo = 'What they can do'
export const keysNotLoaded = 'Your keys could not be loaded.'
export const endKey = (name: string) => `End the key ${name}`
export const makeKey = 'Make a key'
export const keyNotMade = 'The key could not be made. Please try again.'
export const noLongerWorks = (key: string) => `${key} no longer works.`

export function factsOf({ scopes, eventId, expiresAt, lastUsedOn }: ApiKey): string {
  const timeZone = browserTimeZone()
  const reach = eventId === null ? '' : ', for one event'
  const used = lastUsedOn ? `last used on ${formatDate(`${lastUsedOn}T12:00:00Z`, 'UTC')}` : 'not used yet'
  return `${scopes.join(', ')}${reach} · ${used} · ends on ${formatDate(expiresAt, timeZone)}`
}

export const forWhichEvents = 'For which events'
