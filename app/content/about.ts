import { SITE } from '../../contract/site.ts'
import { either, type Text } from './types.ts'

export type Feature = { id: string; title: string; text: Text }

const features: Feature[] = [
  {
    id: 'all-in-one',
    title: 'Everything in One Place',
    text: [
      'Ticketing, social scheduling, email marketing, analytics and community, together',
      either('social-settings', {
        on: ', in the same account.',
        off: '. Ticketing and booking statistics are here today; the rest is coming soon, in the same account.',
      }),
    ],
  },
  {
    id: 'transparent-pricing',
    title: 'Transparent Pricing',
    text: [
      'Free events are free: for you, for your guests, with nothing added at the end. ',
      either('paid-events', {
        off: 'Paid events, with card and wallet payments, are coming soon, and you’ll see every fee before you sell a ticket.',
        on: 'Where an event costs something, guests see the full price before they order, and nothing is added after that.',
      }),
    ],
  },
  {
    id: 'community',
    title: 'Built on Community',
    text: [
      `A session in a back room deserves as good a page as a stadium show. ${SITE.name} is for the people who put up the chairs, and for the neighbours who come and sit in them.`,
    ],
  },
  {
    id: 'gdpr',
    title: 'GDPR by Design',
    text: [
      'We’re based in Ireland and built to comply with the GDPR. We ask for little, we sell nothing, and we load no trackers. Your location stays yours unless you choose to share it.',
    ],
  },
]

// Under another name it would not be true.
const NAMED_AFTER =
  'A hooley, in Ireland, is a lively party: the kind that starts in a kitchen and ends with the whole street. We named ourselves after it because that is what we want more of.'

export const about = {
  title: 'About Us',
  intro: [
    ...(SITE.handle ? [NAMED_AFTER] : []),
    `${SITE.name} is a marketplace for events. If you’re looking for something to do, find it and book your place in a minute. If you’re the one making it happen, put your event up, share it, and see the room fill.`,
    'We’re in beta. What works, works properly; what isn’t ready says “coming soon”. Mobile apps are on that list too.',
  ],
  features,
  callToAction: {
    title: 'Ready when you are',
    text: 'An account takes a minute and costs nothing.',
    button: { text: `Join ${SITE.name}`, to: '/register' },
  },
}
