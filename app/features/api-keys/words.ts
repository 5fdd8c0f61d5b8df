export const willEnd = 'Keys for other programs and webhooks will end unless you keep them'
export const keepKey = (name: string, ending: string) => `Keep ${name} (…${ending})`
export const keepWebhook = (host: string) => `Keep the webhook to ${host}`

export const makeTheKey = 'Make the key'
export const nameOfProgram = 'Name of the program'
export const whatItMayDo = 'What it may do'
export const allYouRun = 'All events that you run'

export const copyNow = (noun: string) => `Copy your ${noun} now. We don’t show it again.`
export const yourNew = (noun: string) => `Your new ${noun}`
export const keysForPrograms = 'Keys for other programs'
export const aboutKeys = 'Let your website, a spreadsheet or a check-in device work with your events.'
export const whatTheyCanDo = 'What they can do'
export const keysNotLoaded = 'Your keys could not be loaded.'
export const endKey = (name: string) => `End the key ${name}`
export const makeKey = 'Make a key'

export const forWhichEvents = 'For which events'
