import { pino } from 'pino'
import { LOG_OPTIONS } from '../http/request-log.ts'

/** The log as it is written, line by line, with all that it could say. */
export function capturedLog() {
  const lines: string[] = []
  const log = pino({ ...LOG_OPTIONS, level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { lines, log }
}
