import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. About 30 ms, off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, COST)

let nobodys: Promise<string> | undefined

/** An account that does not exist, or has no password, costs the same time as a wrong password. */
export async function isPasswordOf(account: { passwordHash: string | null } | null, password: string) {
  nobodys ??= hashPassword(crypto.randomUUID())
  const known = account?.passwordHash ?? null
  const matches = await verify(known ?? (await nobodys), password)
  return known !== null && matches
}
