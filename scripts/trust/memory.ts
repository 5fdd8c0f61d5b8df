import { readFileSync } from 'node:fs'

const KILOBYTES_OF_A_MEGABYTE = 1024

/** What a process holds right now, in megabytes. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KILOBYTES_OF_A_MEGABYTE
