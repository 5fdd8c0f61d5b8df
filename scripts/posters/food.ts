import { palette as p } from '../../server/posters/palette.ts'
import {
  at,
  circle,
  clip,
  leaf,
  picture,
  polygon,
  rect,
  shape,
  stroke,
  times,
  turn,
} from '../../server/posters/shapes.ts'

export const sourdough = () => {
  const ear = (x: number, y: number, degrees: number) =>
    turn(
      degrees,
      x,
      y,
      stroke(`M${x} ${y} V${y - 420}`, p.brown, 12),
      times(
        5,
        (i) =>
          turn(-34, x, y - 180 - i * 60, leaf(x, y - 180 - i * 60, 34, 110, p.amber)) +
          turn(34, x, y - 180 - i * 60, leaf(x, y - 180 - i * 60, 34, 110, p.amber)),
      ),
      leaf(x, y - 430, 34, 110, p.amber),
    )
  return picture(
    p.teal,
    ear(250, 860, -8),
    ear(1350, 860, 8),
    ear(130, 900, -20),
    ear(1470, 900, 20),
    clip(
      'loaf',
      shape(
        'M330 640 C330 330 540 200 800 200 C1060 200 1270 330 1270 640 C1270 740 1210 770 1120 770 H480 C390 770 330 740 330 640Z',
        '#000',
      ),
      rect(300, 180, 1000, 620, p.amber),
      shape('M330 700 C500 760 1100 760 1270 700 V800 H330Z', p.rust),
    ),
    ...[-1, 0, 1].map((i) => turn(24, 800 + i * 220, 470, leaf(800 + i * 220, 670, 62, 400, p.cream))),
    ...[-1, 0, 1].map((i) => turn(24, 800 + i * 220, 470, leaf(812 + i * 220, 650, 30, 340, p.peach))),
    rect(200, 766, 1200, 40, p.brown, 20),
  )
}

export const coffee = () =>
  picture(
    p.orange,
    times(8, (i) => {
      const [x, y] = [200 + (i % 4) * 400, i < 4 ? 225 : 675]
      const brew = [p.brown, p.peach, p.night, p.amber, p.amber, p.brown, p.peach, p.night][i] ?? p.brown
      const saucer = [p.peach, p.teal, p.cream, p.night, p.night, p.cream, p.teal, p.peach][i] ?? p.cream
      return (
        circle(x, y, 178, saucer) +
        turn(-40 + (i % 3) * 40, x, y, rect(x + 90, y - 22, 96, 44, p.cream, 22)) +
        circle(x, y, 126, p.cream) +
        circle(x, y, 100, brew) +
        (i % 4 === 1 || i % 4 === 2 ? leaf(x, y + 66, 50, 120, i % 4 === 2 ? p.amber : p.brown) : '')
      )
    }),
  )

export const vermut = () => {
  const slice = (x: number, y: number, r: number, peel: string, flesh: string) =>
    circle(x, y, r, peel) +
    circle(x, y, r * 0.88, p.cream) +
    times(8, (i) => {
      const [ax, ay] = at(x, y, r * 0.1, i * 45 + 22.5)
      const [bx, by] = at(x, y, r * 0.8, i * 45 + 5)
      const [cx, cy] = at(x, y, r * 0.8, i * 45 + 40)
      return shape(`M${ax} ${ay} L${bx} ${by} A${r * 0.8} ${r * 0.8} 0 0 1 ${cx} ${cy}Z`, flesh)
    })
  return picture(
    p.pink,
    slice(400, 420, 400, p.orange, p.amber),
    clip(
      'glass',
      shape('M860 180 H1340 L1280 780 Q1276 820 1236 820 H964 Q924 820 920 780Z', '#000'),
      rect(840, 160, 520, 700, p.cream),
      rect(840, 330, 520, 540, p.rust),
      rect(900, 420, 150, 150, p.orange, 18),
      turn(20, 1160, 560, rect(1090, 480, 150, 150, p.orange, 18)),
    ),
    clip(
      'rim',
      polygon('#000', [1180, 0], [1600, 0], [1600, 480], [1316, 480], [1340, 180], [1180, 180]),
      slice(1330, 230, 190, p.amber, p.orange),
    ),
    turn(
      -24,
      1080,
      300,
      rect(1070, 40, 16, 620, p.night, 8),
      ...[330, 450].map((y) => circle(1078, y, 58, p.teal) + circle(1078, y + 10, 18, p.orange)),
    ),
    rect(0, 820, 1600, 80, p.plum),
  )
}
