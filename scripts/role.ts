// `npm run role -- administrator|moderator|none name@example.org`: who moderates. The only way to the first administrator.
import { AppError } from '../contract/errors.ts'
import { STAFF_ROLES } from '../contract/moderation-words.ts'
import { changeRole } from '../server/modules/moderation/roles.ts'
import { failWith, withDatabase } from './with-database.ts'

const USAGE = 'Please say which role and whose: npm run role -- administrator|moderator|none name@example.org'

async function main() {
  const [word = '', email = '', ...rest] = process.argv.slice(2)
  const role = STAFF_ROLES.find((known) => known === word) ?? null
  if ((!role && word !== 'none') || !email.includes('@') || rest.length > 0) return failWith(USAGE)
  try {
    await withDatabase((db) => db.transaction((tx) => changeRole(tx, { email, role, actorId: null, at: new Date() })))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'account_not_found')) throw error
    return failWith(`There is no account with the address ${email}. Whoever it belongs to has to register first.`)
  }
  console.log(role ? `${email} is ${role === 'administrator' ? 'an' : 'a'} ${role} now.` : `${email} has no role now.`)
}

await main().catch((error: unknown) => failWith((error as Error).message))
