// React and its router are four fifths of the first view's JavaScript, and a bundler cannot see which of their features
// nobody uses: they hang on a fiber's tag or a request's method. So the browser's build empties the functions behind
// those features by name. Used after all, they throw with their name; an upgrade that renames one stops the build.
import type { Plugin } from 'vite'

interface LeftOut {
  /** Only called by the unused feature: throws. */
  unreachable: string[]
  /** Also called without the feature, when it has no effect: does nothing. */
  idle?: string[]
}

const LEFT_OUT: Record<string, LeftOut> = {
  'react-dom/cjs/react-dom-client.production.js': {
    unreachable: [
      // <ViewTransition>; the router's own view transitions do not use it.
      'startViewTransition',
      'commitAfterMutationEffectsOnFiber',
      'applyViewTransitionToHostInstancesRecursive',
      // <SuspenseList> and <Activity>.
      'updateSuspenseListComponent',
      'cutOffTailIfNeeded',
      'updateActivityComponent',
      // useActionState.
      'mountActionState',
      'updateActionState',
      'rerenderActionState',
      // A function as the action of a form.
      'startHostTransition',
      'ensureFormComponentIsStateful',
      'requestFormReset$1',
      // useImperativeHandle.
      'imperativeHandleEffect',
      'updateImperativeHandle',
      // A ref on a fragment.
      'FragmentInstance.prototype.addEventListener',
      'FragmentInstance.prototype.removeEventListener',
      'FragmentInstance.prototype.dispatchEvent',
      'FragmentInstance.prototype.focus',
      'FragmentInstance.prototype.focusLast',
      'FragmentInstance.prototype.blur',
      'FragmentInstance.prototype.observeUsing',
      'FragmentInstance.prototype.unobserveUsing',
      'FragmentInstance.prototype.getClientRects',
      'FragmentInstance.prototype.getRootNode',
      'FragmentInstance.prototype.compareDocumentPosition',
      'FragmentInstance.prototype.scrollIntoView',
      'commitNewChildToFragmentInstance',
      'deleteChildFromFragmentInstance',
      // Custom elements.
      'setPropOnCustomElement',
      // preload(), preinit() and their kind of react-dom.
      'preconnectAs',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
    ],
    idle: [
      // Whether a form that is being submitted has a function as its action.
      'extractEvents$1',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
    ],
  },
  'react-router/dist/production/lib/router/router.js': {
    // Actions (everything is written through the API), and routes that are discovered later.
    unreachable: ['handleAction', 'handleFetcherAction', 'discoverRoutes', 'patchRoutesImpl'],
  },
  'react-router/dist/production/lib/router/instrumentation.js': {
    unreachable: ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  },
  'react-router/dist/production/lib/hooks.js': {
    // Server components, and navigating without a data router.
    unreachable: ['RSCErrorHandler', 'useNavigateUnstable'],
  },
  'react-router/dist/production/lib/dom/lib.js': {
    // <Form>. useFetcher, of which lists use `load`, asks for the other.
    unreachable: ['useFormAction'],
    idle: ['useSubmit'],
  },
  'react-router/dist/production/lib/dom/ssr/components.js': { unreachable: ['RSCPrefetchPageLinksImpl'] },
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': {
    unreachable: ['singleFetchActionStrategy', 'nonSsrStrategy'],
  },
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': {
    // routeDiscovery is 'initial'.
    unreachable: [],
    idle: ['getPatchRoutesOnNavigationFunction', 'useFogOFWarDiscovery'],
  },
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value

/** The bodies of all functions in a module, by the name that they are declared with or assigned to. */
function bodiesByName(code: string, program: Node): Map<string, Node> {
  const bodies = new Map<string, Node>()
  const text = (node: Node) => code.slice(node.start, node.end)
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    const { type, id, left, right, body } = value
    if (type === 'FunctionDeclaration') bodies.set(text(id as Node), body as Node)
    if (type === 'AssignmentExpression' && isNode(right) && right.type === 'FunctionExpression')
      bodies.set(text(left as Node), right.body as Node)
    Object.values(value).forEach(visit)
  }
  visit(program)
  return bodies
}

export const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const file = Object.keys(LEFT_OUT).find((known) => id.endsWith(`/node_modules/${known}`))
    if (!file) return
    const { unreachable, idle = [] } = LEFT_OUT[file]!
    const bodies = bodiesByName(code, this.parse(code))
    const bodyOf = (name: string) =>
      bodies.get(name) ?? this.error(`${file} has no ${name} any more: look at scripts/leave-out.ts`)
    const changes = [
      ...unreachable.map((name) => ({ ...bodyOf(name), text: `{ throw Error("left out: ${name}") }` })),
      ...idle.map((name) => ({ ...bodyOf(name), text: '{}' })),
    ]
    // From the end, so that the places of the others stay true.
    const shorter = changes
      .sort((a, b) => b.start - a.start)
      .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
    return { code: shorter, map: null }
  },
}

// React creates five Error objects at load, marks that it throws and compares. To note where each was created V8 parses all
// of React a second time: 50 to 90 ms of the phone in bench/first-visit.ts. They keep their messages and lose their stacks.
const REACT_MARK = /(\w+Exception) = Error\(formatProdErrorMessage\((\d+)\)\)/g
const KNOWN_MARKS = 5

export const marksWithoutStacks: Plugin = {
  name: 'marks-without-stacks',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/react-dom-client.production.js')) return
    const found = code.match(REACT_MARK)?.length ?? 0
    if (found !== KNOWN_MARKS)
      this.error(`React has ${found} marks instead of ${KNOWN_MARKS}: look at scripts/leave-out.ts`)
    const withoutStack = '$1 = { __proto__: Error.prototype, message: formatProdErrorMessage($2) }'
    return { code: code.replace(REACT_MARK, withoutStack), map: null }
  },
}
