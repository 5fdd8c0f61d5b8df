import { palette as p } from '../../server/posters/palette.ts'
import { circle, ellipse, frame, polygon, rect, shape, stroke, times } from '../../server/posters/shapes.ts'

interface Look {
  skin: string
  hair: string
  top: string
}

const crowd: Look[] = [
  { skin: p.peach, hair: p.night, top: p.orange },
  { skin: p.brown, hair: p.night, top: p.amber },
  { skin: p.cream, hair: p.rust, top: p.plum },
  { skin: p.amber, hair: p.brown, top: p.pink },
  { skin: p.peach, hair: p.amber, top: p.night },
  { skin: p.brown, hair: p.plum, top: p.mint },
  { skin: p.cream, hair: p.brown, top: p.rust },
]

/** Seen from behind, as one sees a crowd from the door: shoulders, head, hair. */
const person = (x: number, floor: number, tall: number, look: number) => {
  const { skin, hair, top } = crowd[look % crowd.length] ?? { skin: p.peach, hair: p.night, top: p.orange }
  const head = floor - tall
  return (
    rect(x - 62, head + 62, 124, tall, top, 58) +
    rect(x - 18, head + 24, 36, 60, skin) +
    circle(x, head, 46, skin) +
    (look % 3 === 0
      ? shape(`M${x - 50} ${head + 44} V${head} A50 50 0 0 1 ${x + 50} ${head} V${head + 44}Z`, hair)
      : shape(
          `M${x - 49} ${head + 4} A49 54 0 0 1 ${x + 49} ${head + 4} Q${x} ${head + 24} ${x - 49} ${head + 4}Z`,
          hair,
        )) +
    (look % 4 === 2 ? circle(x, head - 54, 24, hair) : '')
  )
}

const bunting = (from: number, to: number, top: number, sag: number) => {
  const flags = [p.orange, p.amber, p.cream, p.pink, p.mint]
  const count = Math.round((to - from) / 84)
  const y = (t: number) => top + sag * 4 * t * (1 - t)
  return (
    stroke(`M${from} ${top} Q${(from + to) / 2} ${top + sag * 2} ${to} ${top}`, p.cream, 5) +
    times(count, (i) => {
      const [a, b] = [i / count + 0.012, (i + 1) / count - 0.012]
      const x = (t: number) => from + (to - from) * t
      return polygon(flags[i % 5] ?? p.cream, [x(a), y(a)], [x(b), y(b)], [x((a + b) / 2), y((a + b) / 2) + 66])
    })
  )
}

/** Two door leaves standing open, the light of the room behind them and its path on the floor. */
const doors = (x: number, floor: number, tall: number, reach: number, bottom: number) =>
  polygon(p.deep, [x - 110, floor], [x + 110, floor], [x + reach, bottom], [x - reach, bottom]) +
  polygon(p.amber, [x - 100, floor], [x + 100, floor], [x + reach * 0.55, bottom], [x - reach * 0.55, bottom]) +
  shape(
    `M${x - 100} ${floor} V${floor - tall + 100} A100 100 0 0 1 ${x + 100} ${floor - tall + 100} V${floor}Z`,
    p.peach,
  ) +
  shape(`M${x - 56} ${floor} V${floor - tall + 110} A56 56 0 0 1 ${x + 56} ${floor - tall + 110} V${floor}Z`, p.cream) +
  polygon(
    p.orange,
    [x - 100, floor - tall + 60],
    [x - 190, floor - tall + 20],
    [x - 190, floor + 50],
    [x - 100, floor],
  ) +
  polygon(
    p.orange,
    [x + 100, floor - tall + 60],
    [x + 190, floor - tall + 20],
    [x + 190, floor + 50],
    [x + 100, floor],
  ) +
  circle(x - 172, floor - tall / 2 + 40, 10, p.peach) +
  circle(x + 172, floor - tall / 2 + 40, 10, p.peach)

/** The left half stays plain teal: white text on it has a contrast of 6.1. */
export const bannerWide = () =>
  frame(
    2400,
    420,
    p.teal,
    circle(1930, 330, 560, p.deep),
    bunting(1290, 1930, -16, 70),
    bunting(1930, 2500, -16, 60),
    doors(1930, 300, 250, 420, 420),
    ...[
      [1450, 190],
      [2400, 200],
      [1560, 150],
      [2310, 160],
      [1640, 190],
      [2210, 190],
      [1740, 130],
      [2110, 140],
      [1350, 120],
    ].map(([x = 0, tall = 0], i) => person(x, 440, tall, i)),
  )

/** The upper half stays plain, as on the wide one the left. */
export const bannerNarrow = () =>
  frame(
    800,
    640,
    p.teal,
    circle(400, 640, 320, p.deep),
    doors(400, 540, 230, 330, 640),
    ...[
      [90, 190],
      [720, 200],
      [200, 150],
      [620, 150],
      [300, 80],
      [510, 90],
      [800, 120],
      [0, 110],
    ].map(([x = 0, tall = 0], i) => person(x, 660, tall, i)),
  )

const face = (skin: string, shade: string) =>
  rect(132, 190, 56, 80, shade, 20) +
  ellipse(160, 150, 62, 74, skin) +
  circle(136, 146, 6, p.night) +
  circle(184, 146, 6, p.night) +
  stroke('M160 148 L154 172 H162', shade, 5) +
  stroke('M138 190 Q160 208 182 190', p.rust, 6)

export const aoife = () =>
  frame(
    320,
    320,
    p.pink,
    circle(160, 150, 118, p.amber),
    shape('M68 250 V150 A92 98 0 0 1 252 150 V250 Q160 280 68 250Z', p.rust),
    shape('M40 330 C40 262 100 246 160 246 C220 246 280 262 280 330Z', p.teal),
    face(p.peach, p.amber),
    shape('M92 156 C88 34 232 34 228 156 C218 126 200 112 150 108 C130 116 106 126 92 156Z', p.rust),
    shape('M126 250 Q160 290 194 250 L204 258 Q160 312 116 258Z', p.cream),
    circle(96, 196, 9, p.amber),
    circle(224, 196, 9, p.amber),
  )

export const tomas = () =>
  frame(
    320,
    320,
    p.teal,
    circle(160, 150, 118, p.mint),
    shape('M40 330 C40 262 100 246 160 246 C220 246 280 262 280 330Z', p.orange),
    face(p.peach, p.amber),
    shape(
      'M96 140 C96 250 130 244 160 244 C190 244 224 250 224 140 C214 176 200 176 186 178 Q160 168 134 178 C120 176 106 176 96 140Z',
      p.night,
    ),
    stroke('M142 194 Q160 206 178 194', p.peach, 6),
    shape(
      'M92 150 C80 60 140 52 170 62 C220 54 242 96 228 150 C222 120 206 106 186 108 C150 112 112 104 92 150Z',
      p.night,
    ),
    `<g fill="none" stroke="${p.rust}" stroke-width="6"><circle cx="135" cy="146" r="20"/><circle cx="185" cy="146" r="20"/><path d="M155 146h10"/></g>`,
    rect(110, 244, 100, 26, p.rust, 13),
  )
