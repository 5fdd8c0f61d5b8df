import { palette as p } from '../../server/posters/palette.ts'
import {
  circle,
  clip,
  leaf,
  move,
  picture,
  polygon,
  rect,
  ring,
  shape,
  star,
  stroke,
  times,
  turn,
} from '../../server/posters/shapes.ts'

export const silentBooks = () => {
  const books: [number, number, string, string][] = [
    [40, 520, p.teal, p.mint],
    [180, 620, p.orange, p.peach],
    [290, 470, p.cream, p.orange],
    [420, 660, p.plum, p.pink],
    [560, 560, p.amber, p.brown],
    [680, 640, p.pink, p.plum],
    [1120, 600, p.mint, p.teal],
    [1260, 680, p.orange, p.cream],
    [1380, 540, p.peach, p.rust],
    [1490, 630, p.teal, p.amber],
  ]
  const spine = (x: number, y: number, w: number, h: number, fill: string, band: string) =>
    rect(x, y, w, h, fill, 10) +
    rect(x, y + 60, w, 34, band) +
    rect(x, y + h - 110, w, 34, band) +
    circle(x + w / 2, y + h / 2, w * 0.2, band)
  return picture(
    p.night,
    circle(960, 300, 190, p.peach),
    circle(1020, 250, 160, p.night),
    books
      .map(([x, h, fill, band], i) =>
        spine(
          x,
          800 - h,
          (books[i + 1]?.[0] ?? 1600) - x > 160 ? 120 : (books[i + 1]?.[0] ?? 1620) - x - 12,
          h,
          fill,
          band,
        ),
      )
      .join(''),
    turn(-20, 1040, 800, spine(920, 800 - 560, 130, 560, p.amber, p.rust)),
    rect(0, 800, 1600, 100, p.brown),
    rect(0, 800, 1600, 20, p.amber),
  )
}

export const signLanguage = () => {
  const hand = (fill: string, nail: string, folded: number[]) =>
    rect(-130, -150, 260, 300, fill, 90) +
    rect(-95, 60, 190, 700, fill, 40) +
    [-96, -33, 33, 96]
      .map((x, i) => {
        const length = folded.includes(i) ? 120 : ([250, 310, 300, 230][i] ?? 0)
        return (
          rect(x - 33, -80 - length, 60, length + 120, fill, 30) +
          (folded.includes(i) ? '' : circle(x - 3, -80 - length + 32, 15, nail))
        )
      })
      .join('') +
    turn(-48, -100, 40, rect(-136, -190, 66, 260, fill, 33))
  return picture(
    p.teal,
    circle(800, 480, 400, p.deep),
    move('translate(330 560) rotate(-12)', hand(p.amber, p.peach, [])),
    move('translate(1270 560) rotate(12) scale(-1 1)', hand(p.pink, p.cream, [1, 2])),
    move('translate(800 500)', hand(p.orange, p.peach, [2, 3])),
    star(560, 150, 50, p.cream),
    star(1050, 170, 50, p.cream),
  )
}

export const tiles = () =>
  picture(
    p.cream,
    times(2, (row) =>
      times(4, (column) => {
        const [x, y] = [column * 450 - 100, row * 450]
        const quarter = (degrees: number) =>
          turn(
            degrees,
            x + 225,
            y + 225,
            circle(x, y, 150, p.dusk),
            circle(x, y, 100, p.cream),
            circle(x, y, 56, p.amber),
            leaf(x + 225, y + 205, 80, 190, p.teal),
            turn(45, x + 225, y + 225, leaf(x + 225, y + 205, 40, 120, p.orange)),
          )
        return clip(
          `tile${row}-${column}`,
          rect(x, y, 450, 450, '#000'),
          rect(x, y, 450, 450, (row + column) % 2 ? p.cream : p.peach),
          ...[0, 90, 180, 270].map(quarter),
          circle(x + 225, y + 225, 44, p.amber),
        )
      }),
    ),
  )

export const ghostStairs = () => {
  const doors = [p.teal, p.amber, p.pink, p.orange, p.mint, p.plum]
  return picture(
    p.night,
    times(
      7,
      (i) =>
        rect(i * 229, 800 - i * 72, 1600, 900, i % 2 ? p.dusk : p.dusk) +
        rect(i * 229, 800 - i * 72, 1600, 14, p.night),
    ),
    times(6, (i) => {
      const [x, y] = [i * 229 + 44, 800 - i * 72]
      return (
        shape(`M${x} ${y} V${y - 200} A70 70 0 0 1 ${x + 140} ${y - 200} V${y}Z`, doors[i] ?? p.teal) +
        circle(x + 112, y - 110, 10, p.night)
      )
    }),
    polygon(p.peach, [1418, 368], [1558, 368], [1640, 900], [1180, 900]),
    shape('M1418 368 V168 A70 70 0 0 1 1558 168 V368Z', p.cream),
    shape('M1440 368 V230 A48 48 0 0 1 1536 230 V368 L1512 346 L1488 368 L1464 346Z', p.night),
    circle(1472, 236, 9, p.cream),
    circle(1504, 236, 9, p.cream),
    circle(280, 190, 110, p.cream),
    circle(328, 164, 100, p.night),
  )
}

export const knitting = () =>
  picture(
    p.pink,
    turn(38, 800, 450, rect(786, -160, 30, 1060, p.plum, 15), circle(801, -160, 44, p.plum)),
    turn(-38, 800, 450, rect(786, -160, 30, 1060, p.teal, 15), circle(801, -160, 44, p.teal)),
    stroke('M900 760 C1100 860 1240 700 1340 800 S1560 860 1640 780', p.orange, 30),
    clip(
      'yarn',
      circle(800, 500, 330, '#000'),
      circle(800, 500, 330, p.orange),
      times(6, (i) => ring(520, 250, 150 + i * 66, 22, i % 2 ? p.peach : p.rust)),
      turn(
        30,
        800,
        500,
        shape('M800 900 A420 420 0 0 1 1200 400 L1300 900Z', p.orange),
        times(5, (i) => ring(1190, 860, 160 + i * 66, 22, i % 2 ? p.rust : p.peach)),
      ),
    ),
  )

export const smallPrograms = () =>
  picture(
    p.mint,
    rect(0, 740, 1600, 160, p.orange),
    rect(380, 90, 840, 600, p.cream, 56),
    rect(450, 150, 700, 430, p.night, 36),
    rect(560, 270, 90, 130, p.amber),
    rect(950, 270, 90, 130, p.amber),
    times(7, (i) => rect(590 + i * 60, [430, 480, 510, 510, 510, 480, 430][i] ?? 0, 60, 40, p.orange)),
    rect(1050, 616, 110, 32, p.orange, 16),
    circle(470, 632, 18, p.teal),
    circle(530, 632, 18, p.amber),
    polygon(p.peach, [640, 690], [960, 690], [1000, 760], [600, 760]),
    rect(430, 760, 740, 84, p.cream, 24),
    times(9, (i) => rect(466 + i * 76, 784, 54, 36, i === 4 ? p.orange : p.teal, 8)),
    times(3, (i) => rect(90, 180 + i * 120, [180, 120, 220][i] ?? 0, 44, [p.teal, p.cream, p.plum][i] ?? p.teal, 22)),
    times(3, (i) =>
      rect(
        1510 - ([220, 140, 180][i] ?? 0),
        180 + i * 120,
        [220, 140, 180][i] ?? 0,
        44,
        [p.plum, p.teal, p.cream][i] ?? p.teal,
        22,
      ),
    ),
  )
