import { api } from '../../../contract/api.ts'
import { ofMyTickets } from '../../access/personal-data.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { handBackPlace, sendPlace, takeBackPlace } from './commands.ts'
import { getPlace, listPlaces } from './queries.ts'

const placeRoutes = (deps: Deps): Binding[] => [
  bind(api.places.list, ({ params }, user) => listPlaces(deps, user, params.ticketId)),
  bind(api.places.send, ({ params, headers, body }, user) =>
    sendPlace(deps, user, params.ticketId, { ...body, key: headers['idempotency-key'] }),
  ),
  bind(api.places.takeBack, ({ params }, user) => takeBackPlace(deps, user, params.ticketId, params.placeId)),
  bind(api.places.get, ({ params }) => getPlace(deps, params.code)),
  bind(api.places.handBack, ({ params }) => handBackPlace(deps, params.code)),
]

export const places: Module = {
  routes: placeRoutes,
  tables: [
    {
      table: ticketPlaces,
      of: ofMyTickets(ticketPlaces.ticketId),
      by: ticketPlaces.id,
      personal: ['idempotencyKey', 'name'],
      secret: ['code'],
      atDeletion: () => ({ idempotencyKey: null, name: null }),
    },
  ],
}
