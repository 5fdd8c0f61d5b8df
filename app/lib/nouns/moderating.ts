// What moderators call, and whom they have decided about.
export { calls as moderation } from '../../../contract/moderation.ts'
