// The route table of docs/product/screens.md#routes, one line a route, in the same order.
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('events', 'pages/events.tsx'),
  route('upcoming-events', 'pages/upcoming-events.tsx'),
  route('popular-events', 'pages/popular-events.tsx'),
  route('recommended-events', 'pages/recommended-events.tsx'),
  route('events/:eventId', 'pages/event.tsx'),
  route('events/:eventId/edit', 'pages/edit-event.tsx'),
  // Creators' pages and organisers.
  route('events/:eventId/manage', 'pages/manage.tsx'),
  route('insights', 'pages/insights.tsx'),
  route('creators/:creatorId', 'pages/creator.tsx'),
  // Inactive unless its feature is on, as /featured below.
  route('series/:seriesId', 'pages/series.tsx'),
  // Where anybody checks a draw.
  route('ballots/:ballotId', 'pages/ballot.tsx'),
  route('team-invitations/:token', 'pages/team-invitation.tsx'),
  // The statement of reasons, and the objection to it.
  route('decisions/:reference', 'pages/decision.tsx'),
  route('create-event', 'pages/create-event.tsx'),
  route('my-events', 'pages/my-events.tsx'),
  route('my-bookings', 'pages/my-bookings.tsx'),
  route('my-bookings/:ticketId', 'pages/ticket.tsx'),
  // Inactive unless its feature is on. Guests return to it from the till.
  route('orders/:orderId', 'pages/order.tsx'),
  // Guests' own pages.
  route('saved', 'pages/saved.tsx'),
  route('notices', 'pages/notices.tsx'),
  // Where the signed links of emails lead.
  route('links/:token', 'pages/link.tsx'),
  // What was sent to a friend.
  route('places/:code', 'pages/place.tsx'),
  route('account', 'pages/account.tsx'),
  route('account-details', 'pages/account-details.tsx'),
  route('settings', 'pages/settings.tsx'),
  route('login', 'pages/login.tsx'),
  route('register', 'pages/register.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('auth/google/callback', 'pages/sign-in-return.tsx'),
  route('auth/callback', 'pages/sign-in-return.tsx', { id: 'auth-callback' }),
  route('google/callback', 'pages/sign-in-return.tsx', { id: 'google-callback' }),
  route('callback', 'pages/sign-in-return.tsx', { id: 'callback' }),
  // /auth/callback*: what follows may be a path or the rest of a word.
  route('auth/callback/*', 'pages/sign-in-return.tsx', { id: 'auth-callback-path' }),
  route('auth/:name', 'pages/sign-in-return.tsx', { id: 'auth-callback-word' }),
  route('logout', 'pages/logout.tsx'),

  route('about', 'pages/about.tsx'),
  route('team', 'pages/team.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('faq', 'pages/faq.tsx'),
  route('help', 'pages/help.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('terms-of-service', 'pages/terms.tsx', { id: 'terms-of-service' }),
  route('privacy', 'pages/privacy.tsx'),
  route('privacy-policy', 'pages/privacy.tsx', { id: 'privacy-policy' }),
  route('cookies', 'pages/cookies.tsx'),
  route('accessibility', 'pages/accessibility.tsx'),
  // Reports and moderation.
  route('rules', 'pages/rules.tsx'),
  route('report/:reference?', 'pages/report.tsx'),
  route('moderation/*', 'pages/moderation.tsx'),
  // Inactive unless its feature is on: then it says what other paths say.
  route('featured', 'pages/featured.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
