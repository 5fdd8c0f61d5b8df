/** At most one call per `everyMs`; the next one reports how many were left out. */
export function throttled<T>(everyMs: number, report: (value: T, leftOut: number) => void, now = Date.now) {
  let next = -Infinity
  let leftOut = 0
  return (value: T) => {
    if (now() < next) return void leftOut++
    next = now() + everyMs
    report(value, leftOut)
    leftOut = 0
  }
}
