// What moderators, reporters and the people a decision concerns call.
export { calls as moderation } from '../../../contract/moderation.ts'
export { calls as moderationConsole } from '../../../contract/moderation-console.ts'
export { calls as reports } from '../../../contract/reports.ts'
export { calls as review } from '../../../contract/review.ts'
