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
import { apiContext, settingsContext, type Settings } from './lib/page-context.ts'

// The page as text, beside the response: through its body it would become bytes and text again.
const renderedContext = createContext<{ html?: string }>()

/** The server calls this; context keys and router must be the same module instances as the pages'. */
export function createPageHandler(build: ServerBuild) {
  const handle = createRequestHandler(build)
  return async (request: Request, api: Client, settings: Settings) => {
    const context = new RouterContextProvider()
    const rendered: { html?: string } = {}
    context.set(apiContext, api)
    context.set(settingsContext, settings)
    context.set(renderedContext, rendered)
    const response = await handle(request, context)
    return { response, body: rendered.html ?? (await response.text()) }
  }
}

function renderToText(element: React.ReactNode, onError: (error: unknown) => void): Promise<string> {
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
    const { pipe } = renderToPipeableStream(element, {
      // The whole page at once: it is kept as ready bytes, so nobody waits for a stream.
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError,
    })
  })
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  let failed = false
  const html = await renderToText(<ServerRouter context={context} url={request.url} />, (error) => {
    failed = true
    console.error(error)
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  loadContext.get(renderedContext).html = html
  return new Response(null, { status: failed ? 500 : status, headers })
}

// A page that does not exist is an answer, not a defect; without this every unknown address logs a stack.
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error(error)
}
