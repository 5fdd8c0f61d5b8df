// The door is a separate app: its page, its files and its service worker, built after the pages of the product.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = { configFile: false, root, publicDir: false, logLevel: 'warn' } as const
const define = { 'process.env.NODE_ENV': '"production"' }

const outputOf = (built: unknown) => [built].flat().flatMap((one) => (one as Rolldown.RolldownOutput).output)

const app = outputOf(
  await build({
    ...shared,
    define,
    css: { modules: { generateScopedName: '[hash:base64:5]' } },
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'app/door/main.ts',
        output: {
          entryFileNames: 'assets/door-[hash].js',
          chunkFileNames: 'assets/door-[name]-[hash].js',
          assetFileNames: 'assets/door-[name]-[hash][extname]',
        },
      },
    },
  }),
)

const entry = app.find((file) => file.type === 'chunk' && file.isEntry)?.fileName
// Shown as soon as it is there; the decoder is not, because most phones have their own.
const screen = app.find((file) => file.type === 'chunk' && file.name === 'render')?.fileName
const sheets = app.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'))
if (!entry || !screen) throw new Error('The door has no entry, or no screen.')

const page = `<!doctype html>
<html lang="en" data-theme="dark">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="robots" content="noindex" />
    <meta name="referrer" content="no-referrer" />
    <meta name="theme-color" content="#0e1220" />
    <title>Door · Hooley</title>
    <link rel="manifest" href="/door/manifest.webmanifest" />
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
${sheets.map((name) => `    <link rel="stylesheet" href="/${name}" />\n`).join('')}    <link rel="modulepreload" href="/${screen}" />
    <script type="module" src="/${entry}"></script>
  </head>
  <body>
    <div id="door"></div>
    <noscript>The door needs JavaScript.</noscript>
  </body>
</html>
`

const files = ['/door', '/door/manifest.webmanifest', '/icons/icon.svg', ...app.map(({ fileName }) => `/${fileName}`)]
const version = createHash('sha256')
  .update(files.join('\n') + page)
  .digest('hex')
  .slice(0, 16)

const [worker] = outputOf(
  await build({
    ...shared,
    define: { ...define, DOOR_FILES: JSON.stringify(files), DOOR_VERSION: JSON.stringify(version) },
    build: {
      write: false,
      lib: { entry: 'app/door/service-worker.ts', formats: ['iife'], name: 'door', fileName: 'sw' },
    },
  }),
)
if (worker?.type !== 'chunk') throw new Error('The door has no service worker.')

const folder = join(root, 'build/door')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'page.html'), page)
writeFileSync(join(folder, 'sw.js'), worker.code)
