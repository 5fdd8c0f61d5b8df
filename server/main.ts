// What has to happen before everything else is imported; the rest is process.ts.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './runtime/resolve-drizzle-files.ts'

// Types are stripped and code is compiled once, not at every start. Where it cannot be written, it is done without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/hooley', import.meta.url)))

// Texts are constants: what the site calls itself is known before they are made.
const { nameOwnSite } = await import('./site/own-site.ts')
nameOwnSite()

await import('./process.ts')
