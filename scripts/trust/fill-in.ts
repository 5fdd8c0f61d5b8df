// The files of deploy/ with every ${…} filled in: what is tried here is what an operator copies.
import { readFileSync } from 'node:fs'

export type Values = Record<string, string | number>

/** A name that nobody knows is an error: the operator who fills the file in would find it empty. */
export function fillIn(file: string, values: Values): string {
  return readFileSync(file, 'utf8').replace(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} wants ${name}, which nobody gives.`)
    return String(value)
  })
}

/** NAME=value, as systemd and a shell read it. */
export function readEnv(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
