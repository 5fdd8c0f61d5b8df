// Which of the rows that were read have changed since. Most of a long waiting list has not.
type Row = Record<string, unknown>

const stored = new WeakMap<object, Row>()

/** The row as it is now is what the database has. */
export function markClean<T extends object>(row: T): T {
  stored.set(row, { ...row } as unknown as Row)
  return row
}

const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value)

export function isChanged(row: object): boolean {
  const before = stored.get(row)
  if (!before) return true
  for (const key in before) if (valueOf((row as Row)[key]) !== valueOf(before[key])) return true
  return false
}
