import { describe, expect, test } from 'vitest'
import {
  NOTHING_KNOWN,
  step,
  type BrowserPermission,
  type LocationEvent,
  type LocationState,
  type Remembered,
  type Step,
} from './location-machine.ts'

const dublin = { lat: 53.35, lng: -6.26 }
const cork = { lat: 51.9, lng: -8.47 }

const nothing: Remembered = { permission: null, coordinates: null }
const refused: Remembered = { permission: 'denied', coordinates: null }
const granted: Remembered = { permission: 'granted', coordinates: dublin }
const grantedWithout: Remembered = { permission: 'granted', coordinates: null }

const asked: LocationState = { ...NOTHING_KNOWN, initialized: true }
const requesting: LocationState = { ...asked, loading: true }
const inDublin: LocationState = { ...asked, status: 'granted', coordinates: dublin }
const isDenied: LocationState = { ...asked, status: 'denied' }

type Row = [name: string, before: LocationState, event: LocationEvent, after: Step]

const checked = (browser: BrowserPermission, stored: Remembered): LocationEvent => ({
  type: 'checked',
  browser,
  stored,
})

const CHECKS: Row[] = [
  ['nobody was asked yet: prompt', NOTHING_KNOWN, checked('prompt', nothing), { state: asked }],
  [
    'the browser allows, but nobody has allowed us: prompt',
    NOTHING_KNOWN,
    checked('granted', nothing),
    { state: asked },
  ],
  ['a browser that cannot be asked: prompt', NOTHING_KNOWN, checked('unknown', nothing), { state: asked }],
  [
    'the browser says denied: denied, and stored',
    NOTHING_KNOWN,
    checked('denied', nothing),
    { state: isDenied, remember: refused },
  ],
  [
    'the browser says denied over a stored grant: denied, and the coordinates go',
    NOTHING_KNOWN,
    checked('denied', granted),
    { state: isDenied, remember: refused },
  ],
  [
    'the browser asks again over a stored grant: grant and coordinates are cleared, prompt, as revoked',
    NOTHING_KNOWN,
    checked('prompt', granted),
    { state: { ...asked, revoked: true }, remember: nothing },
  ],
  [
    'the same without coordinates',
    NOTHING_KNOWN,
    checked('prompt', grantedWithout),
    { state: { ...asked, revoked: true }, remember: nothing },
  ],
  ['granted with stored coordinates: they are read', NOTHING_KNOWN, checked('granted', granted), { state: inDublin }],
  [
    'granted without stored coordinates: they are fetched fresh',
    NOTHING_KNOWN,
    checked('granted', grantedWithout),
    { state: { ...asked, status: 'granted', loading: true }, locate: true },
  ],
  [
    'a stored grant in a browser that cannot be asked is believed',
    NOTHING_KNOWN,
    checked('unknown', granted),
    { state: inDublin },
  ],
  ['declined before: not asked again', NOTHING_KNOWN, checked('prompt', refused), { state: isDenied }],
  [
    'declined before, and the browser would allow: not asked again',
    NOTHING_KNOWN,
    checked('granted', refused),
    { state: isDenied },
  ],
  [
    'declined before, with coordinates left over: they go',
    NOTHING_KNOWN,
    checked('prompt', { ...refused, coordinates: dublin }),
    { state: isDenied, remember: refused },
  ],
  [
    'a browser without geolocation: denied with a message, nothing stored',
    NOTHING_KNOWN,
    checked('unsupported', nothing),
    { state: { ...isDenied, error: 'Geolocation is not supported by this browser.' } },
  ],
]

const ELSEWHERE: Row[] = [
  ['another tab allowed', asked, checked('granted', granted), { state: inDublin }],
  ['another tab refused', inDublin, checked('granted', refused), { state: isDenied }],
  [
    'another tab has newer coordinates',
    inDublin,
    checked('granted', { ...granted, coordinates: cork }),
    { state: { ...inDublin, coordinates: cork } },
  ],
  [
    'another tab lost the coordinates alone: fetched fresh',
    inDublin,
    checked('granted', grantedWithout),
    { state: { ...inDublin, coordinates: null, loading: true }, locate: true },
  ],
  ['storage was cleared altogether: asked again', inDublin, checked('granted', nothing), { state: asked }],
  [
    'the browser was told to allow while its own dialog is open: still requesting',
    requesting,
    checked('granted', nothing),
    { state: requesting },
  ],
]

const REQUESTS: Row[] = [
  [
    'a request clears the last error and asks for the position',
    { ...asked, error: 'old' },
    { type: 'requested' },
    { state: requesting, locate: true },
  ],
  [
    'a position sets granted and is stored',
    requesting,
    { type: 'located', coordinates: dublin },
    { state: inDublin, remember: granted },
  ],
  [
    'a position after a revoked grant ends the revoked case',
    { ...requesting, revoked: true },
    { type: 'located', coordinates: dublin },
    { state: inDublin, remember: granted },
  ],
  ['declining sets denied and stores it', asked, { type: 'declined' }, { state: isDenied, remember: refused }],
  [
    'declining a revoked grant as well',
    { ...asked, revoked: true, error: 'old' },
    { type: 'declined' },
    { state: isDenied, remember: refused },
  ],
  [
    'the permission-denied code sets denied',
    requesting,
    { type: 'failed', code: 1, reason: 'User denied Geolocation' },
    { state: { ...isDenied, error: 'Error getting location: User denied Geolocation' }, remember: refused },
  ],
  [
    'the permission-denied code over a grant takes the coordinates too',
    { ...inDublin, loading: true },
    { type: 'failed', code: 1, reason: 'User denied Geolocation' },
    { state: { ...isDenied, error: 'Error getting location: User denied Geolocation' }, remember: refused },
  ],
  [
    'no position to be had: still to be asked, with the reason',
    requesting,
    { type: 'failed', code: 2, reason: 'no satellites' },
    { state: { ...asked, error: 'Error getting location: no satellites' } },
  ],
  [
    'a timeout leaves a grant as it is',
    { ...inDublin, coordinates: null, loading: true },
    { type: 'failed', code: 3, reason: 'Timeout expired' },
    { state: { ...inDublin, coordinates: null, error: 'Error getting location: Timeout expired' } },
  ],
  [
    'a failure without a reason',
    requesting,
    { type: 'failed' },
    { state: { ...asked, error: 'Unknown error requesting location' } },
  ],
]

const SAVES: Row[] = [
  ['saving is loading', inDublin, { type: 'saving' }, { state: { ...inDublin, loading: true } }],
  ['a success clears the error', { ...inDublin, loading: true, error: 'old' }, { type: 'saved' }, { state: inDublin }],
  [
    'a failed save shows its error, and the grant stays',
    { ...inDublin, loading: true },
    { type: 'save-failed', message: 'Failed to save location data' },
    { state: { ...inDublin, error: 'Failed to save location data' } },
  ],
]

describe.each([
  ['at the start', CHECKS],
  ['something changed elsewhere', ELSEWHERE],
  ['asking the visitor', REQUESTS],
  ['saving to the backend', SAVES],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_name, before, event, after) => {
    expect(step(before, event)).toEqual(after)
  })
})
