// What each kind of caller is to be answered, for the rows of the authorization matrix.

// In this order within a row: what the creator does to the scene comes late, the end of the creator's session last.
export const CALLERS = ['visitor', 'expired', 'malformed', 'door', 'another', 'manager', 'creator', 'revoked'] as const
export type CallerKind = (typeof CALLERS)[number]

export const PASSWORD = 'correct horse'

// A door's token opens the door alone.
const WITHOUT_SESSION = ['visitor', 'expired', 'revoked', 'malformed', 'door'] as const

export const expected = (withoutSession: number, another: number, creator: number, manager = creator) =>
  ({
    ...Object.fromEntries(WITHOUT_SESSION.map((kind) => [kind, withoutSession])),
    another,
    manager,
    creator,
  }) as Record<CallerKind, number>

export const everybody = (status: number) => expected(status, status, status)
export const members = (status: number) => expected(401, status, status)
