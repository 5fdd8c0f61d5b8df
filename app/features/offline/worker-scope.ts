// What the workers use of their surroundings. TypeScript's worker types conflict with those for pages.
export interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface Installing extends Extendable {
  addRoutes?: (rules: object) => Promise<void>
}

export interface Fetching extends Extendable {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

export interface Pushed extends Extendable {
  data: { json: () => unknown } | null
}

export interface Clicked extends Extendable {
  notification: Notification
}

interface WorkerEvents {
  install: Installing
  activate: Extendable
  fetch: Fetching
  push: Pushed
  notificationclick: Clicked
}

export interface WorkerScope {
  addEventListener: <Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void>; openWindow: (url: string) => Promise<unknown> }
  registration: ServiceWorkerRegistration
}
