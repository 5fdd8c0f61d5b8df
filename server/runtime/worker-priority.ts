// Passwords, pictures and compression are worked on by Node's pool of threads. When there are fewer processors than work,
// the thread that answers comes first: an upload waits a little longer, a page does not.
import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
const POOL_THREAD = 'libuv-worker'

/** Only Linux has a priority for each thread; threads that these start (libvips) inherit it. */
export async function lowerWorkerPriority() {
  if (process.platform !== 'linux') return
  // The pool comes to life with its first work.
  await stat('/')
  for (const thread of readdirSync(TASKS)) {
    try {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() !== POOL_THREAD) continue
      setPriority(Number(thread), constants.priority.PRIORITY_LOW)
    } catch {
      // The thread has ended, or the system does not allow it: then nothing changes.
    }
  }
}
