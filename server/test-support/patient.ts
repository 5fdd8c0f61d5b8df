/** For every product that a test starts: a busy machine is not a database that is away. Tests of the limits set it to 1. */
export const PATIENT = { DATABASE_PATIENCE: '10' }
