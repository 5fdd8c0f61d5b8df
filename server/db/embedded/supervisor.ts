// Watches over a running server: killed from outside it comes back, so that the app recovers by itself.

const LOOK_EVERY_MS = 250

export interface Supervised {
  isAlive: () => Promise<boolean>
  relaunch: () => Promise<void>
}

export interface Supervisor {
  /** Looks no more, once what is under way has ended. */
  stop: () => Promise<void>
}

export function supervise({ isAlive, relaunch }: Supervised): Supervisor {
  let isStopped = false
  let looking: Promise<void> | undefined

  const look = async () => {
    if (await isAlive()) return
    if (!isStopped) await relaunch()
  }
  const timer = setInterval(() => {
    // A relaunch that failed is retried at the next check; until then queries fail as if the database were away.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined))
  }, LOOK_EVERY_MS).unref()

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await looking
    },
  }
}
