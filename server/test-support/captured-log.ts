import { pino } from 'pino'
import { LOG_OPTIONS } from '../http/request-log.ts'

/** Captures the log line by line, at every level. */
export function capturedLog() {
  const lines: string[] = []
  const log = pino({ ...LOG_OPTIONS, level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { lines, log }
}
