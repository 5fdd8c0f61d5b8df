// What moderators call.
export { calls as moderationConsole } from '../../../contract/moderation-console.ts'
