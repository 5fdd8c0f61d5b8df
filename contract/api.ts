// Every call of the product under the noun it belongs to: the client, the server's routes, OpenAPI and the test
// matrices are all made from this one object.
import * as auth from './auth.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as geo from './geo.ts'
import * as storage from './storage.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'

export const api = {
  auth: {
    login: auth.login,
    register: auth.register,
    logout: auth.logout,
    forgotPassword: auth.forgotPassword,
    resetPassword: auth.resetPassword,
    google: auth.google,
    googleCallback: auth.googleCallback,
  },
  users: { profile: users.getProfile, updateProfile: users.updateProfile, changePassword: users.changePassword },
  events: {
    list: events.listEvents,
    typeahead: events.typeahead,
    get: events.getEvent,
    calendar: events.eventCalendar,
    ticketsSold: events.ticketsSold,
    create: events.createEvent,
    update: events.updateEvent,
    purchasers: events.purchasers,
  },
  tickets: { list: tickets.listTickets, book: tickets.bookTickets },
  geo: { city: geo.getCity, saveLocation: geo.saveLocation },
  storage: { presignedUrl: storage.presignedUrl, deleteFile: storage.deleteFile },
} as const

export type Api = typeof api

export const allEndpoints: AnyEndpoint[] = Object.values(api).flatMap((calls) => Object.values(calls) as AnyEndpoint[])
