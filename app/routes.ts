// The route table of specification §2, one line a route, in the same order.
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('events', 'pages/events.tsx'),
  route('upcoming-events', 'pages/upcoming-events.tsx'),
  route('popular-events', 'pages/popular-events.tsx'),
  route('recommended-events', 'pages/recommended-events.tsx'),
  route('events/:eventId', 'pages/event.tsx'),
  route('my-bookings', 'pages/my-bookings.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
