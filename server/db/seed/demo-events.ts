import { eventsAbroad } from './demo-events-abroad.ts'
import { eventsWithOtherWaysIn } from './demo-events-access.ts'
import { eventsInIreland } from './demo-events-ireland.ts'
import { eventsInIrelandLater } from './demo-events-ireland-later.ts'
import { eventsOnline } from './demo-events-online.ts'
import { eventsOverAlready } from './demo-events-past.ts'
import type { DemoEvent } from './demo-event.ts'

export type { DemoEvent }

export const demoEvents: DemoEvent[] = [
  ...eventsInIreland,
  ...eventsInIrelandLater,
  ...eventsAbroad,
  ...eventsOnline,
  ...eventsOverAlready,
  ...eventsWithOtherWaysIn,
]
