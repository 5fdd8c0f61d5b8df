// After a build: the service worker and the one that takes it away, each as one script, into build/workers.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
for (const name of ['worker', 'unregister-worker']) {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: 'build/workers',
      emptyOutDir: false,
      rolldownOptions: {
        input: `app/features/offline/${name}.ts`,
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  })
}
