import { api } from '../../../contract/api.ts'
import { eventTag } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { describeEmbed, eventIdOf } from './queries.ts'

// Programs in other sites' pages read it.
const EVERYWHERE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export const embedRoutes = (deps: Deps): Binding[] => [
  bind(api.embeds.oembed, async ({ query }) => new Answer(await describeEmbed(deps, query), { headers: EVERYWHERE }), {
    madeOf: ({ query }) => {
      const id = eventIdOf(query.url, deps.config.publicUrl)
      return id === null ? null : [eventTag(id)]
    },
  }),
]
