import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import type { ServerBuild } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { ReadyBytes } from '../cache/ready-bytes.ts'
import { installPages } from './pages.ts'
import { pageHandler, PageRenderer, stylesOf, type PageOptions, type Renderer } from './ssr.ts'

const options: PageOptions = {
  openCaller: () => () => Promise.resolve(undefined),
  settings: { features: [], imageBase: '', publicUrl: '', keepsTickets: true, currency: 'GBP', takesPayments: false },
  policy: { isHttps: false, storageOrigins: [], imageOrigins: [] },
  report: () => undefined,
}
const { signal } = new AbortController()

test('a page that says "not found" is finished once, for all the addresses that lack it', async () => {
  const known: boolean[] = []
  const renderer = new PageRenderer(
    ({ isMissingPageKnown }) => {
      known.push(isMissingPageKnown('no event'))
      return Promise.resolve({ response: new Response(null, { status: 404 }), body: 'x', missingPage: 'no event' })
    },
    stylesOf(''),
    options,
  )
  const made = await renderer.render(new URL('http://any/events/1'), signal)
  expect(await renderer.render(new URL('http://any/events/2'), signal)).toBe(made)
  expect(known).toEqual([false, true])
})

test('a missing page that is known is not rendered again', async () => {
  const build = (await import(pathToFileURL('build/server/index.js').href)) as ServerBuild
  const handle = pageHandler(build)
  const { settings } = options
  const ask = (isKnown: boolean) =>
    handle({
      request: new Request('http://any/nothing', { signal }),
      api: {} as Client,
      settings,
      nonce: 'n',
      report: options.report,
      isMissingPageKnown: () => isKnown,
    })
  const [first, again] = [await ask(false), await ask(true)]
  expect(first.body).toContain('404 Page Not Found')
  expect(again).toMatchObject({ body: '', missingPage: first.missingPage })
  expect(again.response.status).toBe(404)
})

function serve(render: Renderer['render']) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const counted: string[] = []
  const renderer: Renderer = {
    render,
    read: (url) =>
      url.startsWith('/events/')
        ? { kind: 'page', key: url, address: url }
        : { kind: 'unknown', key: '*', address: '/404' },
  }
  const ready = new ReadyBytes()
  const countMissing = ({ url }: { url: string }) => Promise.resolve(void counted.push(url))
  void installPages(app, renderer, {
    ready,
    countMissing,
    buildDir: 'nowhere',
    filesDir: 'nowhere',
    publicUrl: 'http://any',
    keepsTickets: false,
    ownSite: undefined,
  })
  return { app, counted, ready }
}

test('all unknown addresses are answered by one rendering and not counted; missing events are, each time', async () => {
  const rendered: string[] = []
  const { app, counted } = serve(({ pathname }) => {
    rendered.push(pathname)
    return Promise.resolve({ status: 404, headers: {}, body: 'not found', tags: [] })
  })
  for (const url of ['/a', '/b', '/a', '/events/1', '/events/1', '/events/2']) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
  expect(rendered).toEqual(['/404', '/events/1', '/events/1', '/events/2'])
  expect(counted).toEqual(['/events/1', '/events/1', '/events/2'])
})

test('events that do not exist take no memory, however many are asked for', async () => {
  const { app, ready } = serve(() => Promise.resolve({ status: 404, headers: {}, body: 'not found', tags: [] }))
  for (let n = 0; n < 50; n++) await app.inject(`/events/${n}`)
  expect(ready.bytes).toBe(0)
})
