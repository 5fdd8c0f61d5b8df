// A process of a benchmark answers its parent's questions; both sides ask by name.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

type Answers = Record<string, (argument: never) => unknown>

interface Question {
  id: number
  name: string
  argument: unknown
}

/** In the child. The first message it sends is `ready`. */
export function answerParent(answers: Answers, ready: unknown = null) {
  process.on('message', ({ id, name, argument }: Question) => {
    void Promise.resolve(answers[name]?.(argument as never)).then((value) =>
      process.send?.({ id, value: value ?? null }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ id: 0, value: ready })
}

export interface Child<Ready> {
  ready: Ready
  pid: number
  ask<T>(name: string, argument?: unknown): Promise<T>
  stop(): Promise<void>
}

export async function startChild<Ready>(script: URL, argument: unknown = {}, nodeOptions: string[] = []) {
  const process: ChildProcess = fork(script, [JSON.stringify(argument)], { execArgv: nodeOptions, stdio: 'inherit' })
  const waiting = new Map<number, (value: unknown) => void>()
  process.on('message', ({ id, value }: { id: number; value: unknown }) => waiting.get(id)?.(value))
  const reply = <T>(id: number) => new Promise<T>((resolve) => waiting.set(id, resolve as (value: unknown) => void))
  const gone = once(process, 'exit').then(([code]) => {
    throw new Error(`${script.pathname} ended with ${String(code)}`)
  })
  gone.catch(() => undefined)
  let last = 0
  const child: Child<Ready> = {
    ready: await Promise.race([reply<Ready>(0), gone]),
    pid: process.pid ?? 0,
    ask<T>(name: string, question: unknown = null): Promise<T> {
      const id = ++last
      process.send({ id, name, argument: question })
      return Promise.race([reply<T>(id), gone])
    },
    async stop() {
      if (process.exitCode !== null || process.signalCode !== null) return
      process.kill('SIGTERM')
      await once(process, 'exit')
    },
  }
  return child
}

export const argumentOf = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T
