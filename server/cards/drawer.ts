// Draws share cards in a separate process: neither its load nor a crash affects the requests being served.
// It is started by the first card and ended when nobody has asked for one for a while.
import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import { SITE } from '../../contract/site.ts'
import { lightColour } from '../site/colours.ts'
import type { CardLook, CardOrder } from './draw.ts'
import type { Asked, Drawn } from './process.ts'

export interface CardDrawer {
  draw: (order: CardOrder) => Promise<Buffer>
  close: () => void
}

interface Options {
  log: Pick<Logger, 'warn'>
  /** Where its fonts are unpacked. */
  folder: string
  /** It takes some 100 MB while it is there. */
  idleMs?: number
  /** A card takes a fifth of a second; what takes longer than this is stuck. */
  limitMs?: number
  /** For tests of what happens when it fails. */
  program?: string
}

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url))

/** None of our secrets, and nothing by which a machine's fonts or languages would change a card. */
const ENVIRONMENT = {
  FONTCONFIG_FILE: fileURLToPath(new URL('./fonts.conf', import.meta.url)),
  LANG: 'C.UTF-8',
  // On a Mac Pango would ask the system for fonts.
  PANGOCAIRO_BACKEND: 'fontconfig',
}

const lookOfSite = (): CardLook => ({
  name: SITE.name,
  hasOurMark: !SITE.logo,
  colours: {
    paper: lightColour('paper'),
    ink: lightColour('ink'),
    quiet: lightColour('quiet'),
    fact: lightColour('fact'),
    accent: lightColour('accent'),
  },
})

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

const unavailable = (cause: unknown) => new AppError('unavailable', { retryAfterSeconds: 5, cause })

export function openCardDrawer(options: Options): CardDrawer {
  const { log, folder, idleMs = 60_000, limitMs = 30_000, program = PROGRAM } = options
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0

  const settle = (id: number, act: (one: Waiting) => void) => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    act(one)
  }

  const end = (reason: string, from = child) => {
    if (!from || from !== child) return
    child = undefined
    clearTimeout(idle)
    from.kill('SIGKILL')
    if (waiting.size > 0) log.warn({ reason }, 'share cards are not drawn')
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(unavailable(new Error(reason))))
  }

  const start = () => {
    const started = fork(program, [folder], {
      env: ENVIRONMENT,
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', (message) => {
      const drawn = message as Drawn
      if ('problem' in drawn) log.warn({ reason: drawn.problem }, 'a share card could not be drawn')
      settle(drawn.id, ({ resolve, reject }) =>
        'bytes' in drawn ? resolve(Buffer.from(drawn.bytes)) : reject(unavailable(new Error(drawn.problem))),
      )
    })
    started.on('error', (error) => end(error.message, started))
    started.on('exit', () => end('the process that draws has ended', started))
    // Neither it nor its line keeps us from ending.
    started.unref()
    started.channel?.unref()
    try {
      // Pages come first where processors are few; at the lowest of all a card would never be done on a busy machine.
      if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The system does not allow it: then nothing changes.
    }
    return started
  }

  return {
    draw: (order) =>
      new Promise<Buffer>((resolve, reject) => {
        const id = ++asked
        const to = (child ??= start())
        clearTimeout(idle)
        idle = setTimeout(() => end('nobody asks', to), idleMs + limitMs).unref()
        const timer = setTimeout(() => end('a card took too long', to), limitMs)
        waiting.set(id, { resolve, reject, timer })
        to.send({ id, look: lookOfSite(), ...order } satisfies Asked, (error) => {
          if (error) end(error.message, to)
        })
      }),
    close: () => end('the server stops'),
  }
}
