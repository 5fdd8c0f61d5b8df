// The server as a few files: Node opens 1,200 files of sources and packages otherwise, which takes most of a start.
// What is read by its place (SQL, pictures, towns, programs of their own) stays where it is, among the sources.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = fileURLToPath(new URL('../build/program', import.meta.url))
const HOOK = /resolve-drizzle-files\.ts$/

/** A file's own address is its source's, not the program's. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  enforce: 'pre',
  load: (id) => (HOOK.test(id) ? '' : null),
  transform(code, id) {
    if (!id.startsWith(`${root}server`) || !code.includes('import.meta.')) return null
    const source = JSON.stringify(relative(outDir, id).split(sep).join('/'))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [keepAddresses],
  // Packages that are more than JavaScript stay packages, and so does what only development needs.
  ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2', 'pg-native', 'vite', '@fastify/middie'] },
  build: {
    ssr: 'server/main.ts',
    outDir,
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
