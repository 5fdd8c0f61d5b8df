import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

// Small, and every screen with an event on it needs them: cheaper beside the frame than as files of their own.
const EVENT_BASICS =
  /\/(contract\/(dates|formatters|zoned-time)|lib\/(page-meta|pictures|money|failure|when-idle)|ui\/(notice|written-text|section-heading)|events\/(zone-name|event-time|event-picture|breaking-title|event-card|event-row|price-block|card-data)|nearby\/slot)\.(tsx?|module\.css)/

// Small, and most screens of members need some of them: one file, because the names of all files stand in the first view.
const MEMBER_BASICS =
  /\/(contract\/(event-status|told-words|categories)|data\/(use-call|ask|use-on-return)|lib\/(distance|random-key|save-file|feed-links|days-until)|ui\/(screen-icons|choice|switch|text-area|text-field|labelled-field|icon-button|message|lazy-qr-code|try-again|use-link-to-copy|first-focus|town-options|use-time-left)|session\/(account-unavailable|route-guard)|auth\/use-is-leaving|tickets\/ticket-count|events\/(event-grid|event-banner|event-timeline|kept-pages|saved-event|list-head|list-headings|load-list)|feeds\/slot|reports\/reports)\.(tsx?|module\.css)/

/** Whether every screen needs it: app/root.tsx imports it, or something that root.tsx imports, and so on. */
function isPartOfFrame(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (/\/app\/(root|entry\.client)\.tsx/.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return graph.getModuleInfo(id)?.importers.some((importer) => isPartOfFrame(importer, graph, seen)) ?? false
}

// On a phone's network thirty small files cost a round trip each and compress worse than two: what every screen needs
// comes in one file, React and the router, which change seldom, in another.
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
    {
      name: (id: string, graph: ModuleGraph) => (EVENT_BASICS.test(id) || isPartOfFrame(id, graph) ? 'frame' : null),
      test: /\/(app|contract)\/.*\.(tsx?|module\.css)$/,
    },
    { name: 'basics', test: MEMBER_BASICS },
  ],
}

// React makes errors when it is loaded that nobody ever sees: marks, which it throws and compares. Where each was made V8
// finds out by reading all of React a second time, 50 to 90 ms of the phone in bench/first-visit.ts. They keep their words
// and lose their stacks.
const REACT_MARK = /(\w+Exception) = Error\(formatProdErrorMessage\((\d+)\)\)/g
const KNOWN_MARKS = 5

const marksWithoutStacks: Plugin = {
  name: 'marks-without-stacks',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/react-dom-client.production.js')) return
    const found = code.match(REACT_MARK)?.length ?? 0
    if (found !== KNOWN_MARKS) this.error(`React has ${found} marks instead of ${KNOWN_MARKS}: look at vite.config.ts`)
    const withoutStack = '$1 = { __proto__: Error.prototype, message: formatProdErrorMessage($2) }'
    return { code: code.replace(REACT_MARK, withoutStack), map: null }
  },
}

// Seven characters tell files apart as well as eight do, and two hundred names stand in the first view.
const FILE_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), marksWithoutStacks],
  // One bundle with everything inside starts in 0.7 s instead of 2.2 s (stack.md). While developing, Vite's module
  // runner cannot take CommonJS packages in.
  // What renders in production is React's production build, whatever NODE_ENV the server happens to be started with:
  // the other one takes five times as long.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: command === 'build' ? true : undefined },
  // Names are half of the styles and stand in every page. While developing they tell where they come from.
  css: command === 'build' ? { modules: { generateScopedName: '[hash:base64:5]' } } : {},
  // One sheet: the server puts it into the page (ssr.ts).
  build: { assetsInlineLimit: 0, cssCodeSplit: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting, ...FILE_NAMES } } } } },
}))
