// How much somebody has to do, counted. It may shrink; it must not grow.
import type { Locator } from '@playwright/test'

export function counting() {
  const done = { taps: 0, fields: 0 }
  return {
    done,
    tap: async (target: Locator) => {
      done.taps++
      await target.click()
    },
    /** Into a field that has the focus already, or is come to with the keyboard's Next. */
    type: async (field: Locator, text: string) => {
      done.fields++
      await field.fill(text)
    },
  }
}
