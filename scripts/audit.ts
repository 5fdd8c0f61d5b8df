// `npm run audit [-- seq:hash]`: whether the audit log is as it was written, from its first line to its last, and whether the
// line that was noted earlier is still in it.
import { checkAudit, type Mark } from '../server/modules/moderation/audit-check.ts'
import { failWith, withDatabase } from './with-database.ts'

const NOTED = /^(\d{1,15}):([0-9a-f]{64})$/

function readNoted(given: string | undefined): Mark | undefined | null {
  if (given === undefined) return undefined
  const [, seq, hash] = NOTED.exec(given) ?? []
  return seq && hash ? { seq: Number(seq), hash } : null
}

async function main() {
  const noted = readNoted(process.argv[2])
  if (noted === null) return failWith('What was noted must be a line as this command prints it: number:hash.')
  const result = await withDatabase((db) => checkAudit(db, noted))
  if ('problem' in result) return failWith(result.problem)
  const { lines, last } = result
  console.log(`The audit log is whole: ${lines} ${lines === 1 ? 'line' : 'lines'}.`)
  if (last) console.log(`To check later against today: npm run audit -- ${last.seq}:${last.hash}`)
}

await main().catch((error: unknown) => failWith((error as Error).message))
