// Who may do what, as data: here what several nouns need, beside the calls of a noun what only it needs. It is asked by the server (access/can.ts), shown in OpenAPI, and what the authorization matrix of
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
  'event.edit': ['creator', 'manager'],
  'event.delete': ['creator'],
  'event.change-team': ['creator'],
  'event.see-sales': ['creator', 'manager'],
  'event.manage': ['creator', 'manager'],
  'door.use': ['door'],
  'event.manage-guests': ['creator', 'manager'],
  'moderation.decide': ['moderator', 'administrator'],
  'moderation.roles': ['administrator'],
  'decision.object': ['member'],
  'picture.delete': ['uploader'],
} as const satisfies Record<string, readonly Role[]>

/** A permission of one noun. One that is called `event.…` is about the event that the call's address names. */
export interface OwnPermission<Name extends string = string> {
  name: Name
  roles: readonly Role[]
}

/** In a noun's file of the contract: `may: permission('waiting-list.use', 'member')`. */
export const permission = <Name extends string>(name: Name, ...roles: Role[]): OwnPermission<Name> => ({ name, roles })

export type Permission = keyof typeof PERMISSIONS | OwnPermission

export const permissionName = (may: Permission): string => (typeof may === 'string' ? may : may.name)

export const rolesThatMay = (may: Permission): readonly Role[] =>
  typeof may === 'string' ? PERMISSIONS[may] : may.roles
