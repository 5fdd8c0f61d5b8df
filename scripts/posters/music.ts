import { palette as p } from '../../server/posters/palette.ts'
import {
  at,
  circle,
  clip,
  ellipse,
  move,
  picture,
  polygon,
  rays,
  rect,
  ring,
  shape,
  stroke,
  times,
  turn,
} from '../../server/posters/shapes.ts'

const record = (x: number, y: number, r: number, disc: string, label: string, groove: string) =>
  circle(x, y, r, disc) +
  times(4, (i) => ring(x, y, r * (0.5 + i * 0.12), r * 0.012, groove)) +
  circle(x, y, r * 0.34, label) +
  circle(x, y, r * 0.05, disc)

const fiddle = (wood: string, dark: string, strings: string) =>
  rect(-26, -620, 52, 480, dark, 20) +
  shape('M-30 -610 C-70 -640 -60 -720 0 -720 C60 -720 70 -640 30 -610Z', dark) +
  times(4, (i) => rect(i % 2 ? 22 : -78, -690 + i * 26, 56, 16, dark, 8)) +
  shape(
    'M0 -240 C90 -250 190 -200 180 -100 C174 -50 120 -40 118 10 C116 60 210 70 226 190 C240 320 130 380 0 380 C-130 380 -240 320 -226 190 C-210 70 -116 60 -118 10 C-120 -40 -174 -50 -180 -100 C-190 -200 -90 -250 0 -240Z',
    wood,
  ) +
  stroke('M-118 60 C-70 90 -110 150 -90 190', dark, 18) +
  stroke('M118 60 C70 90 110 150 90 190', dark, 18) +
  shape('M-34 -300 L34 -300 L40 60 L-40 60Z', dark) +
  shape('M-46 210 L46 210 L30 372 L-30 372Z', dark) +
  rect(-70, 120, 140, 22, dark, 8) +
  times(4, (i) => stroke(`M${-15 + i * 10} -600 L${-27 + i * 18} 220`, strings, 4))

export const fiddleNight = () =>
  picture(
    p.peach,
    rays(1040, 500, 1900, 22, p.orange, 4),
    circle(1040, 500, 330, p.amber),
    move('translate(1040 560) rotate(16)', fiddle(p.night, p.night, p.amber)),
    move(
      'translate(1040 560) rotate(16)',
      stroke('M-118 60 C-70 90 -110 150 -90 190', p.amber, 16),
      stroke('M118 60 C70 90 110 150 90 190', p.amber, 16),
      rect(-70, 120, 140, 14, p.amber, 7),
    ),
    move('translate(1040 560) rotate(-52)', rect(-14, -640, 28, 1180, p.cream, 14), rect(-34, 440, 68, 70, p.rust, 14)),
  )

export const vinylSunday = () =>
  picture(
    p.amber,
    record(600, 450, 360, p.night, p.orange, p.amber),
    ...[
      [1060, 120, 660, p.orange],
      [1180, 270, 510, p.night],
      [1300, 410, 370, p.orange],
      [1420, 200, 580, p.night],
    ].map(([x, y, h, fill]) => rect(Number(x) - 32, Number(y), 64, Number(h), String(fill), 32)),
  )

export const recordFair = () =>
  picture(
    p.plum,
    times(3, (row) =>
      times(6, (column) => {
        const colours = [p.orange, p.amber, p.mint, p.pink, p.cream]
        const x = (row % 2 ? -20 : 140) + column * 320
        const label = colours[(column * 2 + row) % colours.length] ?? p.cream
        return record(x, 60 + row * 330, 250, p.night, label, p.dusk) + ring(x, 60 + row * 330, 250, 10, p.plum)
      }),
    ),
    rect(0, 800, 1600, 100, p.orange),
    rect(0, 800, 1600, 16, p.peach),
  )

export const uebergaenge = () =>
  picture(
    p.night,
    times(8, (i) => {
      const [x, y] = [(i % 4) * 400, i < 4 ? 0 : 450]
      const fill = [p.cream, p.orange, p.cream, p.teal, p.orange, p.teal, p.amber, p.cream][i] ?? p.cream
      return clip(
        `cell${i}`,
        rect(x, y, 400, 450, '#000'),
        circle(x, y, 400, fill),
        circle(x, y, 270, p.night),
        circle(x, y, 140, i % 2 ? p.cream : p.orange),
      )
    }),
  )

export const samba = () =>
  picture(
    p.teal,
    rays(800, 450, 1300, 12, p.deep, 0),
    times(10, (i) => {
      const [x, y] = at(800, 450, 372, i * 36 + 18)
      return turn(
        i * 36 + 108,
        x,
        y,
        rect(x - 70, y - 26, 140, 20, p.amber, 10),
        rect(x - 70, y + 6, 140, 20, p.peach, 10),
      )
    }),
    ring(800, 450, 345, 50, p.orange),
    times(10, (i) => {
      const [x, y] = at(800, 450, 345, i * 36 + 18)
      return circle(x, y, 30, p.night) + circle(x, y, 17, p.amber)
    }),
    circle(800, 450, 315, p.cream),
    circle(800, 450, 215, p.pink),
    circle(800, 450, 110, p.orange),
  )

export const boatshedBrass = () =>
  picture(
    p.orange,
    times(4, (i) => ring(1290, 430, 250 + i * 130, 46, i % 2 ? p.peach : p.rust)),
    shape('M760 380 C1000 380 1130 330 1260 150 L1320 150 L1320 710 L1260 710 C1130 530 1000 480 760 480Z', p.amber),
    ellipse(1320, 430, 70, 285, p.cream),
    ellipse(1326, 430, 40, 225, p.night),
    stroke('M180 430 H900', p.amber, 56),
    stroke('M430 430 V560 Q430 650 520 650 H800 Q890 650 890 560 V430', p.amber, 50),
    times(3, (i) => rect(540 + i * 95, 250, 66, 430, p.cream, 20) + rect(550 + i * 95, 180, 46, 90, p.night, 12)),
    shape('M110 380 L200 408 L200 452 L110 480Z', p.cream),
    stroke(`M0 850 Q100 800 200 850 T400 850 T600 850 T800 850 T1000 850 T1200 850 T1400 850 T1600 850`, p.night, 60),
    rect(0, 850, 1600, 50, p.night),
  )

export const quayOpera = () =>
  picture(
    p.night,
    circle(800, 430, 250, p.peach),
    times(5, (i) => rect(800 - 290 + i * 34, 640 + i * 50, 580 - i * 68, 24, p.peach, 12)),
    rect(0, 600, 1600, 26, p.teal),
    ...[1, -1].map((side) =>
      move(
        `translate(${side === 1 ? 0 : 1600} 0) scale(${side} 1)`,
        times(5, (i) =>
          shape(
            `M${-40 + i * 112} 0 H${100 + i * 122} C${90 + i * 112} 330 ${60 + i * 70} 560 ${36 + i * 24} 900 H${-60 + i * 24} C${-40 + i * 60} 560 ${-30 + i * 100} 330 ${-40 + i * 112} 0Z`,
            i % 2 ? p.rust : p.orange,
          ),
        ),
        rect(-20, 560, 200, 34, p.amber, 17),
      ),
    ),
    times(8, (i) =>
      shape(
        `M${i * 200} 0 H${i * 200 + 200} Q${i * 200 + 200} 150 ${i * 200 + 100} 150 Q${i * 200} 150 ${i * 200} 0Z`,
        i % 2 ? p.orange : p.rust,
      ),
    ),
    times(8, (i) => circle(i * 200 + 100, 160, 16, p.amber)),
    polygon(p.night, [0, 896], [1600, 896], [1600, 900], [0, 900]),
  )
