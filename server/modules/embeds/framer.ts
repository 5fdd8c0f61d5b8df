// From an id to the page in a frame, by what a visitor may read.
import { createClient, type Client } from '../../../contract/client.ts'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { Caller } from '../../../contract/http-caller.ts'
import type { Tag } from '../../cache/tags.ts'
import { creatorFrame } from './creator-frame.ts'
import { eventFrame, missingFrame, type FrameSettings } from './event-frame.ts'
import { posterSheet } from './poster-sheet.ts'

export interface FramedPage {
  status: number
  html: string
  tags: readonly Tag[]
}

interface Options {
  openCaller: (readsOf: (tags: readonly Tag[]) => void) => Caller
  settings: FrameSettings
  clock: () => Date
}

/** The same statuses as the event's own page. */
const PAGE_STATUS: Partial<Record<ErrorCode, number>> = { event_gone: 410, event_hidden: 410, event_withheld: 451 }

/** `key`: of an unlisted event; `source`: what a poster is called. */
export type PageMaker = (id: number, key?: string, source?: string) => Promise<FramedPage>

const framer =
  (
    { openCaller, settings }: Options,
    render: (api: Client, ...asked: Parameters<PageMaker>) => Promise<string>,
  ): PageMaker =>
  async (...asked) => {
    const tags = new Set<Tag>()
    const api = createClient(openCaller((read) => read.forEach((tag) => tags.add(tag))))
    const page = (status: number, html: string) => ({ status, html, tags: [...tags] })
    try {
      return page(200, await render(api, ...asked))
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 404) throw error
      return page(PAGE_STATUS[error.code] ?? 404, missingFrame(settings.publicUrl))
    }
  }

/** `/embed/{name}/{id}`. */
export const framersOf = (options: Options) => ({
  events: framer(options, async ({ events }, eventId, key) =>
    eventFrame(await events.get({ params: { eventId }, query: { key } }), options.settings, options.clock()),
  ),
  creators: framer(options, async ({ creators }, creatorId) =>
    creatorFrame(await creators.get({ params: { creatorId } }), options.settings),
  ),
})

/** `/events/{id}/poster`. */
export const posterOf = (options: Options, style: string) =>
  framer(options, async ({ events }, eventId, key, source) => {
    const event = await events.get({ params: { eventId }, query: { key } })
    return posterSheet(event, { ...options.settings, style }, options.clock(), source)
  })
