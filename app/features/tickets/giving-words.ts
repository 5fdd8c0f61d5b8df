import { formOf } from '../../../contract/counted.ts'

export const thankYou = 'Thank you!'
export const youGaveBack = (places: string) => `You gave ${places} back.`
export const wereGivenBack = 'Your places were given back.'
export const someWereGivenBack = 'Some of your places were given back.'
export const undone = 'Undone. You have your places back.'
export const didNotConfirm = (seats: number, now: string) =>
  `You didn’t confirm, so ${formOf(seats, 'your place was', 'your places were')} offered to people waiting. ${now}`
export const stillFree = 'It’s still free.'
export const takenForNow = (position: number) =>
  `It’s taken for now. You’re number ${position} on standby: come to the door, and you’re let in if there’s room.`
export const giveBackPlaces = (places: string) => `Give back ${places}`
export const giveBack = 'Give back'
export const cannotCome = "Can't come"
export const fewerOfUs = 'Fewer of us'
export const takeMyPlaceBack = 'Take my place back'
export const sayYouAreComing = (day: string, time: string) =>
  `Please say you’re coming by ${day}, ${time}. If you don’t, your place goes to someone waiting.`
export const notDoneYet = 'Not done yet.'
/** By the answer that was pressed in the email. */
export const NOT_YET = {
  coming: 'Press the button to tell us you’re coming.',
  'cannot-come': 'Nothing is given back until you press the button.',
  fewer: 'Nothing is given back until you choose how many.',
}
export const seeYouThere = 'You said you’re coming. See you there!'

export const giveBackEverything = 'Give back everything?'
export const friendsHave = (friends: string, count: number) =>
  `${friends} ${formOf(count, 'has one', 'have some')} of these places. Give everything back, and their ${formOf(count, 'place', 'places')} will be gone too.`
export const onlyMine = (count: number) => formOf(count, 'Give back only mine', `Give back only my ${count}`)
export const allOf = (count: number, friends: string) =>
  formOf(count, `Give back ${friends}’s place`, `Give back all ${count}`)
export const keepThem = 'Keep them'
export const howManyAreComing = 'How many of you are coming?'
export const whichPlace = 'Which place do you give back?'
export const onlySome = (count: number) => formOf(count, 'Only 1', String(count))
export const ofMine = (count: number, free: number) => formOf(free, 'Mine', `${count} of mine`)
export const ofAFriend = 'A friend’s'
export const ofFriend = (name: string) => `${name}’s`
