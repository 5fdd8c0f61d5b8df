// What has to happen before everything else is imported; the rest is process.ts, or several of it (WORKERS).
import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './runtime/resolve-drizzle-files.ts'

// Types are stripped and code is compiled once, not at every start. Where it cannot be written, it is done without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/hooley', import.meta.url)))

const { wantsWorkers } = await import('./config.ts')
// While developing, one process watches the sources.
const isPrimary = cluster.isPrimary && !process.argv.includes('--dev') && wantsWorkers()
await import(isPrimary ? './workers/primary.ts' : './process.ts')
