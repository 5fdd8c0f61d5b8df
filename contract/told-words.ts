// How many people a change concerns, as the manage screen and the event form say it before it is made.

export const toldText = (told: number) => (told === 1 ? '1 person will be told.' : `${told} people will be told.`)
