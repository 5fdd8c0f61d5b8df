// What a request makes the database do: statements sent, and rows that came back.
import pg from 'pg'
import { PUBLISH } from '../cache/change-message.ts'

export interface Cost {
  statements: number
  rows: number
  /** Of one statement. */
  mostAtOnce: number
  /** What they say, without their values. */
  texts: string[]
}

type Asked = { rows?: unknown[] } | { rows?: unknown[] }[] | undefined
type Query = (...args: unknown[]) => unknown

/** News for other instances is sent after the answer, and batched. */
const isNews = (question: unknown) => (question as { text?: string }).text === PUBLISH || question === PUBLISH

const textOf = (question: unknown) =>
  typeof question === 'string' ? question : ((question as { text?: string }).text ?? '')

/** Counts everything that this process asks in that time, so nothing else may run. */
export async function costOf<T>(run: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  const cost: Cost = { statements: 0, rows: 0, mostAtOnce: 0, texts: [] }
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  const note = (asked: Asked) => {
    for (const one of Array.isArray(asked) ? asked : [asked]) {
      const rows = one?.rows?.length ?? 0
      cost.rows += rows
      cost.mostAtOnce = Math.max(cost.mostAtOnce, rows)
    }
  }
  prototype.query = function (this: unknown, ...args: unknown[]) {
    if (isNews(args[0])) return original.apply(this, args)
    cost.statements++
    cost.texts.push(textOf(args[0]))
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as (error: unknown, asked: Asked) => void
      args[args.length - 1] = (error: unknown, asked: Asked) => {
        note(asked)
        done(error, asked)
      }
      return original.apply(this, args)
    }
    const answer = original.apply(this, args)
    if (answer instanceof Promise) answer.then(note, () => undefined)
    return answer
  }
  try {
    return { result: await run(), cost }
  } finally {
    prototype.query = original
  }
}
