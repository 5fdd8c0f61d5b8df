// Has to be there before drizzle-orm is imported: hundreds of files, for each of which Node reads and parses the
// package's description, 140 KB of it, and again for each of our files that imports one of them. Told where they are and
// what they are, the import takes 60 ms of CPU instead of 500 and leaves 240 MB less behind.
import { registerHooks, type ResolveFnOutput } from 'node:module'

const PACKAGE = '/node_modules/drizzle-orm/'
const NAMED = /^drizzle-orm(\/|$)/

const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    if (NAMED.test(specifier) && context.conditions.includes('import')) {
      const file = found.get(specifier) ?? { ...next(specifier, context), format: 'module', shortCircuit: true }
      found.set(specifier, file)
      return file
    }
    if (!specifier.startsWith('.') || !context.parentURL?.includes(PACKAGE)) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
