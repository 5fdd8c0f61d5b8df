import { availableParallelism, loadavg } from 'node:os'

/** For every product that a test starts: a busy machine is not a database that is away. Tests of the limits set it to 1. */
export const PATIENT = { DATABASE_PATIENCE: '10' }

/**
 * Every time limit of the tests is multiplied by it: TEST_PATIENCE, or how many times more is asked of the processors than
 * they can do as the run begins.
 */
export const TEST_PATIENCE =
  Number(process.env.TEST_PATIENCE) || Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** How long a test waits for what should come at once: ten times what a user would. */
export const SOON_MS = 30_000 * TEST_PATIENCE
