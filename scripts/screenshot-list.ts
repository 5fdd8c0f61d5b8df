// Every screen that `npm run screenshots` takes.

export type Who = 'visitor' | 'creator' | 'guest' | 'moderator' | 'newcomer' | 'leaver' | 'suspended'

export interface Screen {
  name: string
  path: string
  who?: Who
  /** A button that is pressed before the picture is taken, if it is there. */
  press?: RegExp
  /** Pressed before the picture is taken. */
  tab?: string
  /** A choice that is made before the picture is taken. */
  choose?: string
}

export const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'events', path: '/events' },
  { name: 'events-found', path: '/events?place=Dublin&when=week&seats=1' },
  // On a phone the sheet, on a desktop the bar that is there already.
  { name: 'events-filters', path: '/events?place=Dublin&within=25&when=weekend', press: /^Filters/ },
  { name: 'events-subscribe', path: '/events?place=Dublin', press: /^Subscribe$/ },
  { name: 'events-wrong-value', path: '/events?when=soon' },
  { name: 'events-nothing-found', path: '/events?q=chess+samba' },
  { name: 'upcoming', path: '/upcoming-events' },
  { name: 'popular', path: '/popular-events' },
  { name: 'recommended', path: '/recommended-events' },
  { name: 'recommended-member', path: '/recommended-events', who: 'guest' },
  { name: 'featured', path: '/featured' },
  { name: 'home-member', path: '/', who: 'guest' },
  { name: 'creator', path: '/creators/by-creator' },
  { name: 'creator-followed', path: '/creators/by-creator', who: 'guest' },
  { name: 'creator-own', path: '/creators/by-creator', who: 'creator' },
  { name: 'creator-past', path: '/creators/by-creator?when=past' },
  { name: 'event', path: '/events/1' },
  { name: 'event-going', path: '/events/1', who: 'guest' },
  { name: 'event-teal', path: '/events/3' },
  { name: 'event-creator', path: '/events/own', who: 'creator' },
  { name: 'event-waiting', path: '/events/in-review', who: 'newcomer' },
  { name: 'event-edit', path: '/events/own/edit', who: 'creator' },
  { name: 'manage', path: '/events/own/manage', who: 'creator' },
  { name: 'manage-over', path: '/events/over/manage', who: 'creator' },
  { name: 'event-manager', path: '/events/managed', who: 'guest' },
  { name: 'my-events-manager', path: '/my-events', who: 'guest' },
  // A link is made for it; its token is in the fragment.
  { name: 'door', path: '/door#link' },
  { name: 'create-event', path: '/create-event', who: 'creator' },
  { name: 'create-event-copy', path: '/create-event?copy=own', who: 'creator' },
  { name: 'my-events', path: '/my-events', who: 'creator' },
  { name: 'my-events-signed-out', path: '/my-events' },
  { name: 'my-bookings', path: '/my-bookings', who: 'guest' },
  { name: 'my-bookings-signed-out', path: '/my-bookings' },
  { name: 'saved', path: '/saved', who: 'guest' },
  { name: 'saved-signed-out', path: '/saved' },
  { name: 'notices', path: '/notices', who: 'guest' },
  { name: 'ticket', path: '/my-bookings/first', who: 'guest' },
  { name: 'ticket-past', path: '/my-bookings/past-ticket', who: 'guest' },
  { name: 'event-sold-out', path: '/events/full' },
  { name: 'share-sheet', path: '/events/1', press: /^Share$/ },
  { name: 'embed', path: '/embed/events/1' },
  { name: 'embed-creator', path: '/embed/creators/1' },
  { name: 'link-invalid', path: '/links/example' },
  // Nobody's: what was decided about somebody is their own.
  { name: 'decision-unknown', path: '/decisions/D-ABCDEFGHIJ', who: 'guest' },
  { name: 'place-taken-back', path: '/places/example' },
  { name: 'account', path: '/account', who: 'guest' },
  { name: 'account-details', path: '/account-details', who: 'guest' },
  { name: 'account-security', path: '/account-details', who: 'guest', tab: 'Password & Security' },
  { name: 'settings', path: '/settings', who: 'guest' },
  { name: 'settings-security', path: '/settings#security', who: 'guest' },
  { name: 'settings-your-data', path: '/settings#your-data', who: 'guest' },
  { name: 'account-delete', path: '/account-details#your-data', who: 'guest', press: /^Delete my account$/ },
  // A new account: its address is not confirmed yet.
  { name: 'account-details-new', path: '/account-details', who: 'newcomer' },
  // And one that is about to be deleted.
  { name: 'keep-account', path: '/account', who: 'leaver' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset-password', path: '/reset-password?token=example' },
  { name: 'reset-password-invalid', path: '/reset-password' },
  { name: 'callback-failed', path: '/auth/google/callback?error=not_configured' },
  { name: 'about', path: '/about' },
  { name: 'team', path: '/team' },
  { name: 'contact', path: '/contact' },
  { name: 'faq', path: '/faq' },
  { name: 'help', path: '/help' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'cookies', path: '/cookies' },
  { name: 'rules', path: '/rules' },
  { name: 'report', path: '/report?event=1', choose: 'It is illegal' },
  { name: 'report-anything', path: '/report' },
  { name: 'report-status', path: '/report/sent-report' },
  { name: 'moderation', path: '/moderation', who: 'moderator' },
  { name: 'moderation-worth-a-look', path: '/moderation/worth-a-look', who: 'moderator' },
  { name: 'moderation-decide', path: '/moderation', who: 'moderator', press: /^Hide / },
  { name: 'moderation-event', path: '/moderation/events/reported', who: 'moderator' },
  { name: 'moderation-account', path: '/moderation/accounts/by-creator', who: 'moderator' },
  { name: 'moderation-decisions', path: '/moderation/decisions', who: 'moderator' },
  { name: 'moderation-suspend', path: '/moderation/accounts/by-creator', who: 'moderator', press: /^Suspend$/ },
  { name: 'moderation-log', path: '/moderation/log', who: 'moderator' },
  { name: 'moderation-featured', path: '/moderation/featured', who: 'moderator' },
  { name: 'moderation-refused', path: '/moderation', who: 'guest' },
  { name: 'decision', path: '/decisions/decided', who: 'newcomer' },
  { name: 'suspended', path: '/events/1', who: 'suspended' },
  { name: 'suspended-my-bookings', path: '/my-bookings', who: 'suspended' },
  { name: 'my-events-hidden', path: '/my-events', who: 'newcomer' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'waiting-list-join', path: '/events/full', press: /^Join the waiting list$/ },
  { name: 'waiting-list-place', path: '/events/full', who: 'guest', press: /^Place / },
  { name: 'waiting-list-offer', path: '/events/offered', who: 'guest', press: /for you$/ },
  // Tokens of mails in the outbox; where there is no such mail (an offer at night), there is no picture.
  { name: 'link-reminder', path: '/links/reminder-token' },
  { name: 'link-offer', path: '/links/offer-token' },
  // Last, because it is no more what it was.
  { name: 'ticket-given-back', path: '/my-bookings/first', who: 'guest', press: /^Can't come$/ },
]
