import { stopIfUnused } from './postgres.ts'

// Run by the shell of local-postgres.ts after its process was killed. A process that starts at the same moment either
// has the turn first and keeps the server, or waits for us and starts a new one.
const [folder = ''] = process.argv.slice(2)
await stopIfUnused(folder, 90_000)
