import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { classNameOf } from './scripts/class-names.ts'
import { leaveOut, marksWithoutStacks } from './scripts/leave-out.ts'
import { nounFiles } from './scripts/nouns.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

// Small, and every screen with an event on it needs them: cheaper beside the frame than as files of their own.
const EVENT_BASICS =
  /\/(contract\/(limits|dates|formatters|zoned-time)|lib\/(page-meta|pictures|money|failure|when-idle)|ui\/(message|page-missing|written-text|section-heading)|events\/(coming-up|zone-name|event-time|event-picture|breaking-title|event-card|event-row|price-block|card-data|event-parts)|nearby\/slot)\.(tsx?|module\.css)/

// Only together do the parts of an event's page compress well.
const EVENT_PAGE =
  /\/(contract\/(own-seats|share-card)|lib\/(online-address|seat-words)|ui\/linked-text|events\/(artist|event-meta)|reports\/report-link|sharing\/(slot|soon)|questions\/slot|waiting-list\/(slot|words|use-entry|use-join|use-entry-calls))\.(tsx?|module\.css)/

// Small, and every list of events needs them.
const LIST_BASICS =
  /\/(lib\/(distance|feed-links|search-address)|events\/(event-card-skeleton|event-grid|event-timeline|use-current-headings|event-lists|kept-pages|saved-event|list-head|list-headings|load-list)|feeds\/slot|filters\/(slot|soon))\.(tsx?|module\.css)/

// Small, and most screens of members need some of them: one file, because the names of all files stand in the first view.
const MEMBER_BASICS =
  /\/(contract\/(categories|access-facts)|data\/use-towns|lib\/save-file|ui\/(choice|switch|text-area|text-field|labelled-field|town-options|lazy-qr-code|use-time-left|use-link-to-copy)|session\/(account-unavailable|route-guard))\.(tsx?|module\.css)/

// As MEMBER_BASICS, and an event's page needs them too.
const BASICS =
  /\/(contract\/event-status|data\/(use-call|ask|use-on-return)|lib\/(random-key|days-until|use-passed)|ui\/screen-icons|tickets\/(ticket-count|availability)|events\/event-banner|reports\/reports)\.(tsx?|module\.css)|creators\/(slot\.tsx|creator-head\.module\.css)/

// Every way to sign in meets them.
const WAYS_IN =
  /\/(auth\/(second-step-form|whose-form)|session\/(after-google|whose-words)|ui\/password-field|lib\/new-password)\.(tsx?|module\.css)/

// Only the two screens of an account show them.
const ACCOUNT =
  /\/(contract\/scopes|ui\/ruled-section|features\/(api-keys|security|settings)\/.*|account\/(your-data|download-data|leaving-words|unconfirmed-address))\.(tsx?|module\.css)/

// All that is only read: terms, help and their kind.
const READING = /\/(features\/reading\/.*|content\/types)\.(tsx?|module\.css)/

// Small parts that are loaded together or not at all: as files of their own, their names would be half of their bytes.
const KINDS =
  /\/contract\/(email-kinds|placeholders|networks|question-kinds|survey-kinds|moderation-words|money|order-words)\.ts/
// What guests see of orders: as KINDS.
const PAID = /\/features\/paid-events\/(?!slot).*\.(tsx?|module\.css)/
const DRAWERS = /\/layout\/(menu-drawer|account-drawer|drawer)\.(tsx|module\.css)/
const LOCATION =
  /\/(location\/(start-location|location-dialog)|lib\/device-position|nearby\/find-position)\.(tsx?|module\.css)/
const HEARTS = /\/favourites\/(favourite-button|card-heart|use-favourite)\.(tsx?|module\.css)/
const STANDING = /\/decisions\/(standing-decisions|standing|suspended-bar|decision-view|words)\.(tsx?|module\.css)/

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
    { name: 'lists', test: LIST_BASICS },
    { name: 'basics', test: BASICS },
    { name: 'members', test: MEMBER_BASICS },
    { name: 'event-page', test: EVENT_PAGE },
    { name: 'ways-in', test: WAYS_IN },
    { name: 'account', test: ACCOUNT },
    { name: 'reading', test: READING },
    { name: 'kinds', test: KINDS },
    { name: 'paid', test: PAID },
    { name: 'drawers', test: DRAWERS },
    { name: 'location', test: LOCATION },
    { name: 'hearts', test: HEARTS },
    { name: 'standing', test: STANDING },
  ],
}

// Every page has these already, and their names would stand beside each part that is loaded later.
const ALWAYS_LOADED = /\/(react|rolldown-runtime|entry\.client)-/
const leaveOutLoaded = (_file: string, files: string[]) => files.filter((file) => !ALWAYS_LOADED.test(file))

// Two hundred names stand in the first view: most files have none, and seven characters tell them apart as well as eight do.
// What every page has (ALWAYS_LOADED) and what journeys hold back keep theirs.
const NAMED = new Set(['react', 'rolldown-runtime', 'drawers', 'auth-dialogs', 'share-button'])
const FILE_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: ({ name }: { name: string }) =>
    NAMED.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), leaveOut, marksWithoutStacks, nounFiles],
  // One bundle with everything inside starts in 0.7 s instead of 2.2 s (stack.md). While developing, Vite's module
  // runner cannot take CommonJS packages in.
  // What renders in production is React's production build, whatever NODE_ENV the server happens to be started with:
  // the other one takes five times as long.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: command === 'build' ? true : undefined },
  // Names are half of the styles and stand in every page. While developing they tell where they come from.
  css: command === 'build' ? { modules: { generateScopedName: classNameOf } } : {},
  // One sheet: the server puts it into the page (ssr.ts).
  build: { assetsInlineLimit: 0, cssCodeSplit: false, modulePreload: { resolveDependencies: leaveOutLoaded } },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting, ...FILE_NAMES } } } } },
}))
