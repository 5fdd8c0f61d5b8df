// What a key for other programs can be made for. A key is its owner and its scopes: it does what both may do. A call
// without a scope cannot be made with a key: booking, the account, its safety, keys themselves and moderation.
export const SCOPES = {
  'events.read': 'Read your events, drafts too, with their sales and figures',
  'events.write': 'Create, change, cancel and delete your events',
  'guests.read': 'Read guest lists, with names and email addresses',
  'guests.write': 'Add guests, remove them and decide about requests',
  door: 'Make and end links to the door, and read who is in',
  messages: 'Read and send messages to guests',
  webhooks: 'Read, add and end webhooks',
} as const

export type Scope = keyof typeof SCOPES

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]
