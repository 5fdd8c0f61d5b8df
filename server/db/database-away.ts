// Which errors mean that the database is away, read-only or overloaded: worth a retry, and no fault of the request.

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // A name that does not resolve, or a network that is gone, while an address moves to another machine.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Connections that were refused or broke, as PostgreSQL and poolers report them.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  // Shutting down, crashed, starting up; an idle session that was ended.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // A demoted node, or a standby: it reads and does not write.
  '25006',
  '25P03',
])

const OVERLOADED = new Set([
  '53300',
  // A statement that ran into its time limit, a disk that is full, a deadlock that PostgreSQL has resolved.
  '57014',
  '53100',
  '53200',
  '40001',
  '40P01',
  // A lock that is not waited for, because waiting could be a deadlock.
  '55P03',
])

// The driver's own errors carry no code.
const AWAY_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|not queryable/

function* causesOf(error: unknown) {
  for (let e = error; e instanceof Error; e = e.cause) yield e as Error & { code?: unknown }
}

/** A connection on which this happened must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  for (const { code, message } of causesOf(error))
    if ((typeof code === 'string' && AWAY.has(code)) || AWAY_TEXT.test(message)) return true
  return false
}

export function isDatabaseAway(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  for (const { code } of causesOf(error)) if (typeof code === 'string' && OVERLOADED.has(code)) return true
  return false
}

/** It ran into its time limit: elsewhere it would again. */
export function isTooSlow(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (code === '57014') return true
  return false
}
