// How far two words are apart: letters left out, added, exchanged, or two neighbours in the wrong order, each one slip.

/** Optimal string alignment; words are short, so a table of all beginnings is small. */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  const table = a.map(() => new Array<number>(b.length + 1).fill(0))
  table.push(new Array<number>(b.length + 1).fill(0))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        table[i]![j] = i + j
        continue
      }
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      table[i]![j] = least
    }
  }
  return at(a.length, b.length)
}

/** beyond.md §2: one in a word of 4 letters or more, two from 8. */
export const slipsForgiven = (word: string) => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)
