import { DEMO_DOMAIN } from './demo-people.ts'
import { demoEvent, paragraphs } from './demo-event.ts'

const isVirtual = true

export const eventsOnline = [
  demoEvent({
    poster: 'knitting',
    title: 'Knit One, Talk One',
    description:
      'Cameras on hands, not faces. Bring whatever is on the needles, or in the bag of shame. Nobody will ask how long it has been in there. 🧶',
    venue: `https://meet.${DEMO_DOMAIN}/knit-one`,
    categories: ['art', 'community'],
    isVirtual,
    days: 2,
    startsAt: '20:30',
    hours: 1.5,
    capacity: 50,
    sold: 27,
  }),
  demoEvent({
    poster: 'bees',
    title: 'Ask a Beekeeper Anything',
    description: paragraphs(
      'Forty minutes of questions, twenty of honey. Bernadette has kept bees on a roof in Rathmines for thirty-one years and has been stung, by her own count, “enough”.',
      'Ask about swarms, sugar, the politics of queens, or why they were all on your washing in June. Questions from children come first and are always the best ones.',
    ),
    artistDescription:
      'Bernadette Coyle is a retired tram conductor, keeper of nine hives, and the only person in Rathmines the bees are polite to.',
    venue: `https://meet.${DEMO_DOMAIN}/bees`,
    categories: ['talks', 'families'],
    accessFacts: ['captions', 'sign-language'],
    isVirtual,
    days: 7,
    startsAt: '19:00',
    hours: 1,
    capacity: 100,
    sold: 99,
  }),
  demoEvent({
    poster: 'conversation',
    title: 'Gaeilge sa Bhaile: Ciorcal Comhrá',
    description:
      'Irish for people who only remember how to ask to go to the toilet. Small groups, slow talk, no grammar after the first pot of tea. Fáilte roimh chách.',
    organizerDescription: 'Volunteers from Corca Dhuibhne to Béal Feirste, every second week.',
    venue: 'The Hooley Living Room',
    categories: ['talks', 'community'],
    isVirtual,
    days: 8,
    startsAt: '19:30',
    hours: 1,
    capacity: 60,
    sold: 33,
  }),
  demoEvent({
    poster: 'small-programs',
    title: 'Show Me Your Small Program',
    description:
      'Ten people, five minutes each, one tiny thing they made a computer do. Past highlights: a bot that answers only in limericks, a spreadsheet that waters basil, and a clock that is right about twice a day.',
    venue: `https://meet.${DEMO_DOMAIN}/small-programs`,
    categories: ['tech'],
    isVirtual,
    timeZone: 'Europe/London',
    days: 11,
    startsAt: '18:00',
    hours: 1.5,
    capacity: 200,
    sold: 64,
  }),
]
