// `npm run role -- administrator|moderator|none name@example.org`: who moderates. The only way to the first administrator.
import { AppError, type ErrorCode } from '../contract/errors.ts'
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
    if (!(error instanceof AppError)) throw error
    const sentences: Partial<Record<ErrorCode, string>> = {
      account_not_found: `There is no account with the address ${email}. Whoever it belongs to has to register first.`,
      role_unconfirmed: `The account with the address ${email} has not confirmed it. Its owner has to open the link in our email first.`,
    }
    return failWith(sentences[error.code] ?? error.message)
  }
  console.log(role ? `${email} is ${role === 'administrator' ? 'an' : 'a'} ${role} now.` : `${email} has no role now.`)
}

await main().catch((error: unknown) => failWith((error as Error).message))
