// Who changes an event's seats beside this process: another pool of it, whose backend dies, or a whole process, killed with -9.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { connectionKiller } from './killed-connections.ts'
import type { Act, Doing, Done } from './ledger-acts.ts'
import { carryOut } from './ledger-carry-out.ts'

export interface Asked {
  now: Date
  act: Act
  doing: Doing
  /** Before this statement of it. */
  dies: number | null
}

export interface Other {
  /** `hasDied`: it had that many statements. */
  carryOut(asked: Asked): Promise<{ result: Done; hasDied: boolean }>
  close(): Promise<void>
}

export async function anotherPool(deps: Deps, databaseUrl: string): Promise<Other> {
  const db = openDatabase(databaseUrl)
  const killer = await connectionKiller(db.$client, databaseUrl)
  return {
    async carryOut({ now, act, doing, dies }) {
      const run = () => carryOut({ ...deps, db, clock: () => now }, act, doing)
      if (dies === null) return { result: await run(), hasDied: false }
      const { result, happened } = await killer.during(dies, 'noticed', run)
      return { result, hasDied: happened }
    },
    async close() {
      await killer.close()
      await db.$client.end()
    },
  }
}

export async function anotherProcess(databaseUrl: string): Promise<Other> {
  const start = async () => {
    const child = fork(resolve('server/test-support/ledger-process.ts'), [databaseUrl], {
      execArgv: [],
      serialization: 'advanced',
    })
    await once(child, 'message')
    return child
  }
  let child = await start()
  // Starts while the other one is still used: it takes a second or two.
  let next = start()
  return {
    async carryOut(asked) {
      const over = new AbortController()
      const answered = once(child, 'message', over).then(([result]) => result as Done)
      const ended = once(child, 'exit', over).then(([, signal]) => new Error(`ended by ${signal}`))
      child.send(asked)
      const outcome = await Promise.race([answered, ended])
      for (const one of [answered, ended]) one.catch(() => undefined)
      over.abort()
      if (!(outcome instanceof Error)) return { result: outcome, hasDied: false }
      child = await next
      next = start()
      return { result: { answer: 'none', error: outcome }, hasDied: true }
    },
    async close() {
      for (const one of [child, await next]) {
        one.kill('SIGKILL')
        await once(one, 'exit')
      }
    },
  }
}
