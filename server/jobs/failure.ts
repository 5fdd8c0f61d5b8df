import { GiveUp } from './job.ts'

export const MAX_ATTEMPTS = 8

/** 2, 4, 8 … times 15 seconds: half a minute at first, an hour at the end; up to a fifth more, so that what failed together
 *  does not come back together. */
export const backOffSeconds = (attempts: number, random: () => number = Math.random) =>
  Math.min(15 * 2 ** attempts, 3_600) * (1 + random() / 5)

/** A code or a name. Sentences of mail servers and databases hold addresses and values. */
export function reasonOf(error: unknown): string {
  if (error instanceof GiveUp) return error.message
  const { code, responseCode, cause, name } = error as { code?: string; responseCode?: number } & Error
  const inner = (cause as { code?: string } | undefined)?.code
  return [code ?? inner ?? name, responseCode].filter(Boolean).join(' ')
}

/** Where in our own code it happened; unlike the message this holds nobody's data. */
export const codeLocationOf = (error: unknown): string | undefined =>
  /\bat .*\/server\/(?!jobs\/lane)\S+:\d+/.exec((error as Error).stack ?? '')?.[0].replace(/^.*\/server\//, 'server/')
