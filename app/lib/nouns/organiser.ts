// What organisers call.
export { calls as door } from '../../../contract/door.ts'
export { calls as embeds } from '../../../contract/embeds.ts'
export { calls as guestMessages } from '../../../contract/guest-messages.ts'
export { calls as guests } from '../../../contract/guests.ts'
export { calls as insights } from '../../../contract/insights.ts'
export { calls as storage } from '../../../contract/storage.ts'
export { calls as team } from '../../../contract/team.ts'
