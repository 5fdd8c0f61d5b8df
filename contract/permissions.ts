// Who may do what, as data: asked by the server (access/can.ts), shown in OpenAPI, and what the authorization matrix of
// the tests is made from. A role is either what somebody is, or what they are to the thing in question.

export const ROLES = {
  visitor: 'anybody, signed in or not',
  member: 'anybody who is signed in',
  creator: 'who created the event',
  manager: 'who was made a manager of the event',
  uploader: 'who uploaded the picture',
  moderator: 'whom an administrator made a moderator',
  administrator: 'who gives and takes the roles, and moderates too',
  door: 'who holds a link to the door of the event',
} as const

export type Role = keyof typeof ROLES

export const PERMISSIONS = {
  'site.use': ['visitor'],
  'account.use': ['member'],
  'event.read': ['visitor'],
  'event.read-draft': ['creator', 'manager'],
  'event.create': ['member'],
  'event.ask': ['member'],
  'event.edit': ['creator', 'manager'],
  'event.delete': ['creator'],
  'event.change-team': ['creator'],
  'event.see-sales': ['creator', 'manager'],
  'event.manage': ['creator', 'manager'],
  'door.use': ['door'],
  'event.manage-guests': ['creator', 'manager'],
  'ticket.book': ['member'],
  'ticket.list': ['member'],
  'ticket.return': ['member'],
  'ticket.share': ['member'],
  'waiting-list.use': ['member'],
  'moderation.decide': ['moderator', 'administrator'],
  'moderation.roles': ['administrator'],
  'decision.object': ['member'],
  'picture.upload': ['member'],
  'picture.delete': ['uploader'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export const rolesThatMay = (permission: Permission): readonly Role[] => PERMISSIONS[permission]
