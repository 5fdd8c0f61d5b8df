// What is said of a line that fills the form, beneath it while it is typed.
export const whatWeUnderstood = 'What we understood'
export const nothingFoundYet = 'Nothing found yet.'
export const useThese = 'Use these'
export const filledIn = (names: string[]) => `Filled in: ${names.map((name) => name.toLowerCase()).join(', ')}.`

export const atMostLetters = (most: number) => `Please use at most ${most} letters.`
export const capacityBetween = (most: number) => `Capacity must be between 1 and ${most.toLocaleString('en')}.`
export const addTime = 'Add a time, such as 8pm.'
export const addDay = 'Add a day, such as Fri or 21 Nov.'
export const timeHasPassed = 'That time has passed.'
export const clocksGoForward = 'The clocks go forward that night, so this time doesn’t exist.'

export const noSuchDay = (day: string) => `There’s no such day as ${day}.`
export const fallsOn = (day: string, weekday: string | undefined) => `${day} is a ${weekday}.`
export const onlyFirstDate = 'Only the first date is filled in.'
