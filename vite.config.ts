import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // One bundle with everything inside starts in 0.7 s instead of 2.2 s (stack.md).
  ssr: { noExternal: true },
  build: { assetsInlineLimit: 0, cssCodeSplit: false },
})
