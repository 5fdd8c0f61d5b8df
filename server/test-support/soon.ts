import { vi } from 'vitest'

/** Waits until the check passes: as long as a starved machine may need, and no longer than it takes. */
export const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 20 })
