// Which of the rows that were read have changed since. Most of a long waiting list has not.
const stored = new WeakMap<object, string>()

/** As it is now, it is in the database. */
export function noteStored<T extends object>(row: T): T {
  stored.set(row, JSON.stringify(row))
  return row
}

export const isChanged = (row: object) => stored.get(row) !== JSON.stringify(row)
