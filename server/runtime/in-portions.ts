// One query may serve many requests. Responding to all of them in one go would hold up everybody else's
// page: after a few, waiting sockets get a turn.
const AT_ONCE = 8

export async function inPortions<T>(list: readonly T[], each: (item: T, index: number) => void) {
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await new Promise(setImmediate)
    each(item, index)
  }
}
