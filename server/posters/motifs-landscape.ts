import type { Dice } from './random.ts'
import type { Scheme } from './schemes.ts'
import { circle, move, polygon, rect, ring, shape, star, stroke, times, wave } from './shapes.ts'

/** A sun or moon over lines of water. */
function sea({ second, hero, detail, front }: Scheme, dice: Dice) {
  const length = dice.pick([360, 500, 800])
  const lines = [hero, front, detail]
  return (
    circle(dice.pick([360, 800, 1240]), dice.roll(230, 330), dice.roll(140, 210), second) +
    rect(0, 430, 1600, 470, second) +
    times(5, (i) => stroke(wave(470 + i * 100, length / 6, length, i * dice.roll(60, 140)), lines[i % 3] ?? hero, 44))
  )
}

/** Hills one behind the other. */
function hills({ second, hero, detail, front }: Scheme, dice: Dice) {
  const hill = (y: number, swing: number, fill: string) =>
    shape(`M-20 ${y} Q${dice.roll(260, 540)} ${y - swing} 800 ${y} T1620 ${y - 20} V920 H-20Z`, fill)
  const x = dice.pick([400, 800, 1200])
  return (
    circle(x, 330, dice.roll(170, 230), detail) +
    (dice.isHeads() ? ring(x, 330, 290, 12, detail) : '') +
    hill(520, dice.roll(160, 260), second) +
    hill(640, -dice.roll(120, 220), hero) +
    hill(790, dice.roll(100, 180), front)
  )
}

/** Peaks with light tips, and stars. */
function peaks({ second, hero, detail, front }: Scheme, dice: Dice) {
  const peak = (x: number, top: number, half: number, fill: string) =>
    polygon(fill, [x - half, 900], [x, top], [x + half, 900]) +
    polygon(
      detail,
      [x, top],
      [x + half * 0.18, top + (900 - top) * 0.18],
      [x, top + (900 - top) * 0.27],
      [x - half * 0.18, top + (900 - top) * 0.18],
    )
  return (
    times(6, (i) => star(140 + i * 270, dice.roll(70, 220), dice.roll(24, 46), detail)) +
    peak(dice.roll(300, 460), dice.roll(320, 400), 620, second) +
    peak(dice.roll(1140, 1300), dice.roll(280, 380), 640, second) +
    peak(dice.roll(700, 900), dice.roll(240, 330), 560, hero) +
    shape('M0 820 Q400 740 800 810 T1600 790 V900 H0Z', front)
  )
}

/** A street of gables with lit windows. */
function street({ second, hero, detail, front }: Scheme, dice: Dice) {
  const walls = [hero, front, second]
  return (
    circle(dice.pick([260, 820, 1340]), 190, 110, detail) +
    times(6, (i) => {
      const [x, top] = [i * 270 - 10, dice.roll(330, 480)]
      const wall = walls[i % 3] ?? hero
      const light = wall === detail ? front : detail
      const roof = dice.isHeads()
        ? polygon(wall, [x, top + 2], [x + 130, top - 150], [x + 260, top + 2])
        : rect(x + 30, top - 60, 200, 70, wall)
      return (
        roof +
        rect(x, top, 260, 900 - top, wall) +
        times(4, (window) =>
          rect(x + 50 + (window % 2) * 100, top + 60 + Math.floor(window / 2) * 150, 60, 90, light, 8),
        )
      )
    }) +
    rect(0, 840, 1600, 60, front)
  )
}

/** Boats under sail. */
function regatta({ second, hero, detail, front }: Scheme, dice: Dice) {
  const boat = (x: number, size: number, sail: string) =>
    move(
      `translate(${x} 720) scale(${size})`,
      shape('M-10 -520 C120 -380 190 -180 200 -30 H-10Z', sail),
      shape('M-40 -430 C-60 -260 -120 -120 -200 -30 H-40Z', detail),
      rect(-32, -540, 16, 560, front),
      shape('M-230 0 H230 Q190 100 90 100 H-110 Q-200 100 -230 0Z', front),
    )
  return (
    circle(dice.pick([200, 800, 1400]), 190, 120, second) +
    boat(dice.roll(300, 400), 0.8, hero) +
    boat(dice.roll(1200, 1320), 0.9, hero) +
    boat(dice.roll(740, 860), 1.15, hero) +
    rect(0, 770, 1600, 130, second) +
    stroke(wave(775, 50, 400, dice.roll(0, 200)), second, 56) +
    stroke(wave(845, 50, 400, dice.roll(0, 200)), detail, 24)
  )
}

export const landscape = [sea, hills, peaks, street, regatta] as const
