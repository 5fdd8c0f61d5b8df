import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { isMine, kept, ofMyTickets } from '../../access/personal-data.ts'
import { doorLinks, doorScans } from '../../db/schema/door.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding, bindWith } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import type { Module } from '../../module.ts'
import { createLink, getCounts, listOwnLinks, revokeLink } from './commands.ts'
import { installDoorPage } from './http.ts'
import { openDoor, openForScans, openListLine, readDoor } from './links.ts'
import { openScanLine, takeScans } from './scans.ts'

function doorRoutes(deps: Deps): Binding[] {
  const scanLine = openScanLine()
  const listLine = openListLine()
  return [
    bind(api.door.createLink, ({ params, headers, body }, user) =>
      createLink(deps, user, params.eventId, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }),
    ),
    bind(api.door.listLinks, ({ params }, user) => listOwnLinks(deps, user, params.eventId)),
    bind(api.door.revokeLink, ({ params }, user) => revokeLink(deps, user, params.eventId, params.linkId)),
    bind(api.door.getCounts, ({ params }, user) => getCounts(deps, user, params.eventId)),
    bindWith((token, { ip }) => openDoor(deps, token, ip))(api.door.get, ({ query }, link) =>
      readDoor(deps, listLine, link, query.since),
    ),
    bindWith((token, { ip }) => openForScans(deps, token, ip))(api.door.sendScans, ({ body }, link) =>
      takeScans(deps, scanLine, link, body),
    ),
  ]
}

export const door: Module = {
  routes: doorRoutes,
  http: installDoorPage,
  limits: {
    // By link, because all devices of a venue have one address.
    doorLink: { points: 1_200, seconds: PER.minute },
    // All links of one creator. Twenty devices that scan 50 codes a second and look for changes make about 3,500.
    doorCreator: { points: 12_000, seconds: PER.minute },
  },
  tables: [
    // Names are those of walk-ins, whose tickets belong to no account.
    kept(doorScans, ofMyTickets(doorScans.ticketId), sql`${doorScans.linkId} || ' ' || ${doorScans.id}`, {
      plain: ['id', 'kind', 'name', 'undoes', 'reason', 'verdict', 'firstDoor', 'conflict'],
      secret: ['codeHash'],
    }),
    {
      table: doorLinks,
      of: isMine(doorLinks.createdBy),
      by: doorLinks.id,
      personal: ['name'],
      secret: ['tokenHash'],
      atDeletion: () => ({ name: 'Door' }),
    },
  ],
}
