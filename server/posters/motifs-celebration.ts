import type { Dice } from './random.ts'
import type { Scheme } from './schemes.ts'
import { at, circle, leaf, move, polygon, rays, rect, ring, shape, stroke, times, turn } from './shapes.ts'

/** A record, sleeve-high bars beside it. */
function record({ second, hero, detail, front }: Scheme, dice: Dice) {
  const x = dice.pick([520, 600, 1000, 1080])
  const towards = x < 800 ? 1 : -1
  const heights = [dice.roll(300, 700), dice.roll(300, 700), dice.roll(300, 700), dice.roll(300, 700)]
  return (
    heights
      .map((high, i) =>
        rect(x + towards * (500 + i * 115) - 34, 780 - high, 68, high + 140, i % 2 ? front : second, 34),
      )
      .join('') +
    circle(x, 450, 360, hero) +
    times(4, (i) => ring(x, 450, 180 + i * 44, 6, second)) +
    circle(x, 450, 122, detail) +
    circle(x, 450, 20, hero)
  )
}

/** Rays behind a sun that rises over the front. */
function sunburst({ second, hero, detail, front }: Scheme, dice: Dice) {
  const x = dice.pick([520, 800, 1080])
  const y = dice.roll(420, 620)
  return (
    rays(x, y, 1900, dice.pick([14, 18, 22, 26]), second, dice.roll(0, 12)) +
    circle(x, y, dice.roll(240, 320), hero) +
    circle(x, y, dice.roll(110, 180), detail) +
    (dice.isHeads() ? rect(0, 780, 1600, 120, front) : shape('M0 800 Q400 680 800 780 T1600 740 V900 H0Z', front))
  )
}

/** Bunting from edge to edge, lanterns below. */
function bunting({ second, hero, detail, front }: Scheme, dice: Dice) {
  const colours = [hero, detail, front]
  const line = (y: number, sag: number, from: number) =>
    stroke(`M-40 ${y} Q800 ${y + sag * 2} 1640 ${y}`, front, 10) +
    times(11, (i) => {
      const x = 20 + i * 156
      const top = Math.round(y + sag * 4 * ((x + 40) / 1680) * (1 - (x + 40) / 1680))
      return polygon(colours[(i + from) % 3] ?? hero, [x - 62, top], [x + 62, top], [x, top + 150])
    })
  const sag = dice.roll(60, 130)
  return (
    circle(dice.pick([360, 800, 1240]), 640, dice.roll(300, 420), second) +
    line(60, sag, dice.roll(0, 2)) +
    line(330, sag, dice.roll(0, 2)) +
    line(600, sag, dice.roll(0, 2))
  )
}

/** A flower of petals, or of flames. */
function bloom({ second, hero, detail, front }: Scheme, dice: Dice) {
  const count = dice.pick([8, 10, 12])
  const [x, y] = [dice.pick([560, 800, 1040]), 450]
  const wide = dice.roll(70, 110)
  return (
    circle(x, y, 430, second) +
    times(count, (i) => turn((i * 360) / count, x, y, leaf(x, y - 90, wide, 290, i % 2 ? hero : front))) +
    circle(x, y, 120, detail) +
    times(count, (i) => {
      const [dotX, dotY] = at(x, y, 70, (i * 360) / count)
      return circle(dotX, dotY, 12, front)
    })
  )
}

/** How light a colour is to the eye, 0 to 255. */
const lightness = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

/** Beams from above on an empty stage: whatever the scheme, it is dark there. */
function stage(scheme: Scheme, dice: Dice) {
  const [dark = '', floor = '', edge = '', soft = '', bright = ''] = Object.values(scheme).sort(
    (one: string, other: string) => lightness(one) - lightness(other),
  ) as string[]
  const lamps = dice.pick([3, 4, 5])
  return (
    rect(0, 0, 1600, 900, dark) +
    times(lamps, (i) => {
      const x = ((i + 0.5) * 1600) / lamps
      const lean = dice.roll(-260, 260)
      return polygon(i % 2 ? bright : soft, [x - 30, 60], [x + 30, 60], [x + lean + 220, 760], [x + lean - 220, 760])
    }) +
    rect(0, 30, 1600, 34, floor) +
    times(lamps, (i) => rect(((i + 0.5) * 1600) / lamps - 52, 30, 104, 90, floor, 20)) +
    rect(0, 730, 1600, 170, floor) +
    rect(0, 730, 1600, 22, edge)
  )
}

/** The house's own mark, thrown like confetti. */
function confetti({ second, hero, detail, front }: Scheme, dice: Dice) {
  const drop = 'M0 50 A50 50 0 0 1 100 50 A50 50 0 0 1 50 100 H14 A14 14 0 0 1 0 86Z'
  const colours: [string, ...string[]] = [second, hero, detail, front]
  const lit = dice.roll(0, 14)
  return times(15, (i) => {
    const [x, y] = [150 + (i % 5) * 325, 145 + Math.floor(i / 5) * 305]
    const size = i === lit ? 3.4 : dice.pick([1.6, 2, 2.4])
    const fill = i === lit ? hero : dice.pick(colours)
    return move(
      `translate(${x} ${y}) rotate(${dice.pick([0, 90, 180, 270])}) scale(${size}) translate(-50 -50)`,
      shape(drop, fill),
    )
  })
}

export const celebration = [record, sunburst, bunting, bloom, stage, confetti] as const
