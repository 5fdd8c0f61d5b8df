import { palette as p } from '../../server/posters/palette.ts'
import {
  at,
  circle,
  move,
  picture,
  polygon,
  rect,
  ring,
  shape,
  star,
  stroke,
  times,
  wave,
} from '../../server/posters/shapes.ts'

export const darkSkies = () => {
  const trail = (r: number, from: number, to: number, colour: string) => {
    const [x1, y1] = at(1020, 330, r, from)
    const [x2, y2] = at(1020, 330, r, to)
    return stroke(`M${x1} ${y1} A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${x2} ${y2}`, colour, 28)
  }
  const colours = [p.cream, p.amber, p.mint, p.peach, p.pink]
  return picture(
    p.night,
    times(
      13,
      (i) =>
        trail(80 + i * 76, i * 67, i * 67 + 120, colours[i % 5] ?? p.cream) +
        trail(80 + i * 76, i * 67 + 190, i * 67 + 270, p.dusk),
    ),
    star(1020, 330, 64, p.cream),
    shape('M0 760 Q400 620 800 740 T1600 700 V900 H0Z', p.deep),
    rect(300, 610, 200, 120, p.cream),
    shape('M286 616 A114 114 0 0 1 514 616Z', p.orange),
    move('rotate(38 400 560)', rect(380, 440, 40, 130, p.cream)),
    rect(372, 660, 56, 80, p.night),
  )
}

export const northernLights = () => {
  const colours = [p.plum, p.teal, p.plum, p.pink, p.teal]
  return picture(
    p.night,
    times(20, (i) => {
      const top = Math.round(215 + 120 * Math.sin(i * 0.62) - 40 * Math.sin(i * 1.9))
      const light = Math.round(top + 150 + 60 * Math.sin(i * 0.9))
      return (
        rect(14 + i * 80, top, 58, 700, colours[i % 5] ?? p.teal, 29) + rect(14 + i * 80, light, 58, 700, p.mint, 29)
      )
    }),
    shape('M-50 780 V640 L240 520 L520 690 L760 610 L960 700 L1290 500 L1650 690 V780Z', p.dusk),
    rect(0, 740, 1600, 160, p.deep),
    stroke(wave(790, 40, 320), p.mint, 16),
    circle(700, 770, 40, p.peach),
    shape('M656 770 A44 44 0 0 1 744 770Z', p.orange),
    circle(700, 718, 15, p.cream),
    circle(860, 780, 40, p.peach),
    shape('M816 780 A44 44 0 0 1 904 780Z', p.amber),
    circle(860, 728, 15, p.cream),
    rect(0, 800, 1600, 100, p.teal),
    stroke(wave(850, 40, 320, 100), p.mint, 16),
  )
}

export const listeningCafe = () =>
  picture(
    p.mint,
    circle(1080, 350, 290, p.orange),
    times(4, (i) => ring(1080, 350, 130 + i * 42, 5, p.peach)),
    circle(1080, 350, 84, p.cream),
    circle(1080, 350, 16, p.orange),
    shape('M-60 900 C260 800 440 470 560 300 H740 C860 470 1080 800 1660 900Z', p.night),
    shape(
      'M560 300 H740 C790 376 830 432 872 488 L800 450 L740 530 L670 440 L600 540 L530 450 L430 488 C470 432 510 376 560 300Z',
      p.cream,
    ),
    rect(120, 640, 420, 40, p.cream, 20),
    rect(0, 710, 360, 40, p.cream, 20),
    rect(1120, 720, 380, 40, p.cream, 20),
    rect(1260, 650, 400, 40, p.cream, 20),
  )

export const rain = () => {
  const colours = [p.mint, p.cream, p.amber]
  return picture(
    p.teal,
    times(9, (column) =>
      times(6, (row) => {
        const [x, y] = [column * 210 - row * 40 + 20, row * 180 + (column % 3) * 60 - 60]
        return move(`rotate(14 ${x} ${y})`, rect(x, y, 24, 110, colours[(column + row) % 3] ?? p.cream, 12))
      }),
    ),
    shape('M360 560 A440 440 0 0 1 1240 560Z', p.orange),
    shape(
      'M360 560 A73 60 0 0 1 507 560 A73 60 0 0 1 653 560 A73 60 0 0 1 800 560 A73 60 0 0 1 947 560 A73 60 0 0 1 1093 560 A73 60 0 0 1 1240 560 V980 H360Z',
      p.teal,
    ),
    shape(
      'M653 560 A73 60 0 0 1 800 560 A73 60 0 0 1 947 560 C940 380 880 200 800 120 C720 200 660 380 653 560Z',
      p.peach,
    ),
    stroke('M800 540 V760 Q800 830 730 830 Q664 830 664 770', p.night, 28),
    rect(790, 70, 20, 70, p.night, 10),
  )
}

export const rooftopBrass = () => {
  const house = (x: number, y: number, w: number, fill: string, light: string, pattern: number) =>
    rect(x, y, w, 900 - y, fill) +
    times(Math.floor((w - 30) / 62), (column) =>
      times(Math.floor((860 - y) / 84), (row) =>
        (column * 3 + row * 5 + pattern) % 4 < 2 ? rect(x + 32 + column * 62, y + 40 + row * 84, 34, 48, light) : '',
      ),
    )
  const tower = (x: number, y: number, s: number) =>
    move(
      `translate(${x} ${y}) scale(${s})`,
      stroke('M-60 0 L-74 130 M60 0 L74 130 M-66 60 L70 126 M66 60 L-70 126', p.night, 12),
      rect(-90, -130, 180, 140, p.rust, 6),
      polygon(p.night, [-108, -126], [0, -220], [108, -126]),
    )
  return picture(
    p.orange,
    circle(1010, 470, 620, p.amber),
    circle(1010, 470, 460, p.peach),
    circle(1010, 470, 300, p.cream),
    house(-20, 420, 250, p.plum, p.peach, 0),
    house(420, 330, 220, p.plum, p.peach, 1),
    house(1290, 260, 230, p.plum, p.peach, 2),
    tower(1010, 420, 1.35),
    house(200, 520, 260, p.night, p.amber, 3),
    house(800, 590, 420, p.night, p.amber, 1),
    house(610, 470, 210, p.teal, p.cream, 0),
    house(1190, 480, 190, p.teal, p.cream, 2),
    house(1360, 560, 280, p.night, p.amber, 0),
    rect(700, 360, 14, 120, p.night),
    tower(330, 430, 0.72),
  )
}
