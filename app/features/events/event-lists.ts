/** The list screens (docs/product/screens.md#lists): their words, and which events they ask for. */
export const EVENT_LISTS = {
  all: { path: '/events', title: 'Find Events', subtitle: 'Browse and manage your events', when: undefined },
  upcoming: {
    path: '/upcoming-events',
    title: 'Upcoming Events',
    subtitle: 'Discover exciting upcoming events',
    when: 'upcoming',
  },
  popular: {
    path: '/popular-events',
    title: 'Popular Events',
    subtitle: 'Discover popular events you might like',
    when: 'upcoming',
  },
  recommended: {
    path: '/recommended-events',
    title: 'Recommended Events',
    subtitle: 'Discover popular events you might like',
    when: 'upcoming',
  },
} as const

export type EventListName = keyof typeof EVENT_LISTS
