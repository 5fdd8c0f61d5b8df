import { vi } from 'vitest'
import { SOON_MS } from './patient.ts'

/** Waits until the check passes, and no longer than it takes. */
export const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: SOON_MS, interval: 20 })
