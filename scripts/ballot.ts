// `npm run ballot -- verify ballot.json [root=<from the email>]`: whether the order of a ballot follows from its list and its
// number. Needs nothing but the file, which is what `GET /ballots/{id}` returns.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ballotFile, type BallotFile } from '../contract/ballot-file.ts'
import { findBallotProblems, roundAddress } from '../contract/ballot.ts'
import { isRoundSignature } from '../contract/drand.ts'

const USAGE = 'Please write: npm run ballot -- verify ballot.json [root=<64 hexadecimal digits from the email>]'

function readBallot(path: string): BallotFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`${path} cannot be read as JSON.`)
  }
  const read = ballotFile.safeParse(content)
  if (read.success) return read.data
  throw new Error(`This is no ballot: ${read.error.issues[0]?.path.join('.') ?? 'its form'} is not as it must be.`)
}

/** What only a person can compare, because it was published elsewhere. */
const toCompare = ({ source, number }: BallotFile) =>
  source.kind === 'draw'
    ? `Compare the number ${number ?? ''} with the published one: ${source.name}, ${source.at}.`
    : `Compare the number ${number ?? ''} with the randomness of drand: ${roundAddress(source.round)}`

async function main() {
  const [command, path, root] = process.argv.slice(2)
  if (command !== 'verify' || !path || (root && !/^root=[0-9a-f]{64}$/.test(root))) throw new Error(USAGE)
  const ballot = readBallot(path)
  const problems = await findBallotProblems(
    ballot,
    {
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      sha256OfHex: (hex) => createHash('sha256').update(hex, 'hex').digest('hex'),
      isRoundSignature,
    },
    root?.slice('root='.length),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (ballot.root === null) return console.log(`The ballot is ${ballot.state}: there is nothing to check yet.`)
  console.log(`The list of ${ballot.entries.length} matches its root ${ballot.root}. Compare it with your email.`)
  if (ballot.state === 'drawn') console.log(`The order follows from the list and the number. ${toCompare(ballot)}`)
}

await main().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
