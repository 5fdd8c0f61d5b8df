// What moderators call, whoever reports something, and those whom a decision concerns.
export { calls as moderation } from '../../../contract/moderation.ts'
export { calls as moderationConsole } from '../../../contract/moderation-console.ts'
export { calls as reports } from '../../../contract/reports.ts'
export { calls as review } from '../../../contract/review.ts'
