import type { Dice } from './random.ts'
import type { Scheme } from './schemes.ts'
import { circle, clip, polygon, rect, ring, shape, star, times } from './shapes.ts'

/** Quarter circles in eight cells. */
function quarters({ ground, second, hero, detail, front }: Scheme, dice: Dice) {
  const fills: [string, ...string[]] = [second, hero, detail, front]
  return times(8, (i) => {
    const [x, y] = [(i % 4) * 400, i < 4 ? 0 : 450]
    const [cornerX, cornerY] = [dice.isHeads() ? x : x + 400, dice.isHeads() ? y : y + 450]
    return clip(
      `cell${i}`,
      rect(x, y, 400, 450, '#000'),
      circle(cornerX, cornerY, 400, dice.pick(fills)),
      circle(cornerX, cornerY, 270, ground),
      circle(cornerX, cornerY, 140, dice.pick(fills)),
    )
  })
}

/** A chequered floor with something round on it. */
function checks({ second, hero, detail, front }: Scheme, dice: Dice) {
  const size = dice.pick([160, 200, 320])
  const [columns, rows] = [1600 / size, Math.ceil(900 / size)]
  const x = dice.pick([480, 800, 1120])
  return (
    times(rows, (row) =>
      times(columns, (column) => ((row + column) % 2 ? '' : rect(column * size, row * size, size, size, second))),
    ) +
    circle(x, 450, 340, hero) +
    (dice.isHeads() ? star(x, 450, 250, detail) : circle(x, 450, 200, detail) + circle(x, 450, 90, front))
  )
}

/** A rainbow, or the bow of a bridge. */
function arches({ ground, second, hero, detail, front }: Scheme, dice: Dice) {
  const x = dice.pick([480, 800, 1120])
  const bands = [front, hero, second, detail, ground]
  return (
    circle(x < 800 ? 1360 : 240, 220, 110, detail) +
    bands.map((fill, i) => circle(x, 860, 700 - i * 125, fill)).join('') +
    rect(0, 840, 1600, 60, front)
  )
}

/** Slanting stripes behind a disc. */
function stripes({ second, hero, detail, front }: Scheme, dice: Dice) {
  const step = dice.pick([160, 220, 280])
  const x = dice.pick([520, 800, 1080])
  const lean = dice.isHeads() ? 500 : -500
  return (
    times(Math.ceil(2700 / step), (i) => {
      const left = -550 + i * step
      return polygon(second, [left, 0], [left + step / 2, 0], [left + step / 2 + lean, 900], [left + lean, 900])
    }) +
    circle(x, 450, 330, hero) +
    ring(x, 450, 250, 26, detail) +
    (dice.isHeads() ? circle(x, 450, 120, front) : star(x, 450, 190, detail))
  )
}

/** Scales, like fish or roof tiles, row over row. */
function scales({ second, hero, detail, front }: Scheme, dice: Dice) {
  const fills = [second, hero, front]
  const from = dice.roll(0, 2)
  return times(7, (row) =>
    times(6, (column) => {
      const [x, y] = [(row % 2 ? 0 : 160) + column * 320, row * 160 - 60]
      const fill = fills[(row + from) % 3] ?? hero
      // The rim of the next row's colour keeps two tiles of one row apart.
      return (
        circle(x, y, 160, fill) + ring(x, y, 118, 20, fills[(row + from + 1) % 3] ?? front) + circle(x, y, 56, detail)
      )
    }),
  )
}

/** Triangles in a band, as on a woven blanket. */
function weave({ second, hero, detail, front }: Scheme, dice: Dice) {
  const count = dice.pick([4, 5, 8])
  const half = 800 / count
  const band = (y: number, high: number, fill: string) =>
    shape(`M0 ${y} ${times(count, (i) => `L${half * (2 * i + 1)} ${y - high} L${half * (2 * i + 2)} ${y} `)}Z`, fill)
  return (
    rect(0, 0, 1600, 120, front) +
    band(420, 240, second) +
    band(560, 240, hero) +
    rect(0, 560, 1600, 90, detail) +
    band(900, 250, front) +
    times(count * 2, (i) => circle(half / 2 + i * half, 60, 24, detail))
  )
}

export const pattern = [quarters, checks, arches, stripes, scales, weave] as const
