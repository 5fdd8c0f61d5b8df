// The two Hooleys of all journeys, which playwright.config.ts starts: one as the specification has it, and a full one, with
// all that is off by default.
export const PORT = Number(process.env.E2E_PORT ?? 4173)
export const FULL_PORT = PORT + 1
/** Where a provider of our own answers in Google's place. */
export const GOOGLE_PORT = PORT + 2

export const SITE = `http://127.0.0.1:${PORT}`
/** Opened by a name, because passkeys belong to one. */
export const FULL_SITE = `http://localhost:${FULL_PORT}`
