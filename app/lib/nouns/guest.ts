// What guests call beside booking.
export { calls as links } from '../../../contract/mail-links.ts'
export { calls as places } from '../../../contract/places.ts'
export { calls as questions } from '../../../contract/questions.ts'
export { calls as waitingList } from '../../../contract/waiting-list.ts'
