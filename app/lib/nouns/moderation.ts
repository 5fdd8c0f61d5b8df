// What moderators call.
export { calls as review } from '../../../contract/review.ts'
