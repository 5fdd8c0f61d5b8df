// An event to take along: everything that another installation, or another system, needs to go on with it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'

/** The guest file's columns: `Hooley booking` is what tells our own import whose file it is. */
export const GUEST_FILE_COLUMNS = ['Hooley booking', 'Name', 'Email', 'Tickets', 'Let in', 'Booked at', 'Code'] as const

export const exportEvent = endpoint({
  method: 'GET',
  path: '/events/{eventId}/export.zip',
  access: 'member',
  may: 'event.manage',
  errors: ['event_not_found', 'proof_needed'],
  summary: 'The event as a ZIP file: JSON, calendar file, guests with their codes, CSV lists and the picture',
  params: eventParams,
  reply: z.string(),
  kind: 'zip',
})

/** By the names that api.ts and the client use. */
export const calls = { event: exportEvent }
