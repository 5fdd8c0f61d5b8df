import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import type { Client } from '../contract/client.ts'
import { NonceContext } from './lib/settings.ts'
import { apiContext, settingsContext, type Settings } from './lib/page-context.ts'

export { pageRoutes } from './page-routes.ts'

export interface PageRequest {
  request: Request
  api: Client
  settings: Settings
  /** The mark on every inline script that is ours. */
  nonce: string
  /** For our log. */
  report: (error: unknown) => void
  /** Whether this missing page was rendered before; then its bytes are not asked for again. */
  isMissingPageKnown: (page: string) => boolean
}

interface Rendering {
  nonce: string
  report: (error: unknown) => void
  isMissingPageKnown: (page: string) => boolean
  // The page as text, beside the response: through its body it would become bytes and text again.
  html?: string
  missingPage?: string
}

const renderingContext = createContext<Rendering>()

/** The server calls this; context keys and router must be the same module instances as the pages'. */
export function createPageHandler(build: ServerBuild) {
  const handle = createRequestHandler(build)
  return async ({ request, api, settings, nonce, report, isMissingPageKnown }: PageRequest) => {
    const context = new RouterContextProvider()
    const rendering: Rendering = { nonce, report, isMissingPageKnown }
    context.set(apiContext, api)
    context.set(settingsContext, settings)
    context.set(renderingContext, rendering)
    const response = await handle(request, context)
    const { missingPage } = rendering
    return { response, missingPage, body: rendering.html ?? (await response.text()) }
  }
}

interface TextOptions {
  nonce: string
  signal: AbortSignal
  onError: (error: unknown) => void
}

function renderToText(element: React.ReactNode, { nonce, signal, onError }: TextOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // The whole page at once: it is kept as ready bytes, so nobody waits for a stream.
      onAllReady: () => pipe(sink),
      // Otherwise React sends larger parts behind the page, for a script to put in place: without JavaScript they were not
      // there.
      progressiveChunkSize: Infinity,
      onShellError: reject,
      onError,
    })
    // The client already got a timeout; the rendering must not go on for ever.
    signal.addEventListener('abort', () => abort(signal.reason), { once: true })
  })
}

/** Addresses without a page differ in nothing but the address: what the loaders said names the page to show. */
const missingPageOf = ({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext) =>
  JSON.stringify([matches.map(({ route }) => route.id), loaderData, errors])

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const rendering = loadContext.get(renderingContext)
  const { nonce } = rendering
  headers.set('content-type', 'text/html; charset=utf-8')
  if (status === 404) {
    rendering.missingPage = missingPageOf(context)
    if (rendering.isMissingPageKnown(rendering.missingPage)) return new Response(null, { status, headers })
  }
  let failed = false
  const element = (
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  rendering.html = await renderToText(element, {
    nonce,
    signal: request.signal,
    onError(error) {
      failed = true
      if (!request.signal.aborted) rendering.report(error)
    },
  })
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** A failed API call is already logged, and a refused one need not be. */
const isAnswerOfApi = (error: unknown) => error instanceof Error && error.name === 'AppError'

// A page that does not exist is an answer, not a defect; without this every unknown address logs a stack.
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || isAnswerOfApi(error)) return
  context.get(renderingContext).report(error)
}
