import type { Config } from '../../config.ts'
import { demoAccounts } from '../../db/seed/demo-people.ts'

const demoAddresses = new Set(Object.values(demoAccounts).map(({ email }) => email))

/** Everybody knows the password of the demo accounts: where others can reach this server, they are only to be looked at. */
export const maySignIn = ({ demoSignIn }: Pick<Config, 'demoSignIn'>, account: { email: string } | null): boolean =>
  account !== null && (demoSignIn || !demoAddresses.has(account.email.toLowerCase()))
