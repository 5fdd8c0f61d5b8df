import { api } from '../../../contract/api.ts'
import { creatorTag, eventTag, LISTS } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { installEmbeds } from './http.ts'
import { describeEmbed, namedBy } from './queries.ts'

// Programs in other sites' pages read it.
const EVERYWHERE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const embedRoutes = (deps: Deps): Binding[] => [
  bind(api.embeds.oembed, async ({ query }) => new Answer(await describeEmbed(deps, query), { headers: EVERYWHERE }), {
    madeOf: ({ query }) => {
      const named = namedBy(query.url, deps.config.publicUrl)
      if (!named || named.key) return null
      // Whether a creator has a page depends on what they have published.
      return named.what === 'events' ? [eventTag(named.id)] : [creatorTag(named.id), LISTS]
    },
  }),
]

export const embeds: Module = { routes: embedRoutes, http: installEmbeds }
