import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // One bundle with everything inside starts in 0.7 s instead of 2.2 s (stack.md). While developing, Vite's module
  // runner cannot take CommonJS packages in.
  ssr: { noExternal: command === 'build' ? true : undefined },
  // One sheet: the server puts it into the page (ssr.ts).
  build: { assetsInlineLimit: 0, cssCodeSplit: false },
}))
