import { palette as p } from '../../server/posters/palette.ts'
import {
  at,
  circle,
  clip,
  ellipse,
  picture,
  polygon,
  rays,
  rect,
  ring,
  shape,
  star,
  stroke,
  times,
  turn,
} from '../../server/posters/shapes.ts'

export const chess = () =>
  picture(
    p.pink,
    times(5, (row) =>
      times(8, (column) => ((row + column) % 2 ? '' : rect(column * 200, row * 200 - 50, 200, 200, p.plum))),
    ),
    circle(800, 450, 380, p.amber),
    circle(800, 290, 116, p.night),
    rect(680, 386, 240, 50, p.night, 25),
    shape('M742 430 H858 C862 560 900 640 960 690 H640 C700 640 738 560 742 430Z', p.night),
    rect(606, 676, 388, 84, p.night, 24),
    stroke('M748 250 Q764 222 794 216', p.amber, 16),
  )

export const shortFilms = () => {
  const scene = (i: number) => {
    const [ground, sun, hill] = [
      [p.teal, p.amber, p.cream],
      [p.orange, p.peach, p.night],
      [p.pink, p.orange, p.plum],
      [p.mint, p.cream, p.teal],
      [p.amber, p.rust, p.night],
    ][i % 5] ?? [p.teal, p.amber, p.cream]
    const x = -560 + i * 460
    return clip(
      `scene${i}`,
      rect(x, 270, 420, 360, '#000', 20),
      rect(x, 270, 420, 360, ground ?? ''),
      circle(x + (i % 2 ? 140 : 280), 400, 80, sun ?? ''),
      shape(`M${x} 630 V560 Q${x + 110} ${i % 2 ? 600 : 460} ${x + 220} 550 T${x + 420} 520 V630Z`, hill ?? ''),
    )
  }
  return picture(
    p.cream,
    circle(800, 450, 400, p.peach),
    turn(
      -12,
      800,
      450,
      rect(-300, 160, 2200, 580, p.night),
      times(24, (i) => rect(-290 + i * 92, 190, 48, 50, p.cream, 12) + rect(-290 + i * 92, 660, 48, 50, p.cream, 12)),
      times(6, scene),
    ),
  )
}

export const nightRide = () => {
  const wheel = (x: number) =>
    ring(x, 600, 220, 34, p.cream) +
    times(12, (i) => stroke(`M${at(x, 600, 205, i * 30).join(' ')} L${x} 600`, p.mint, 6)) +
    circle(x, 600, 34, p.orange)
  return picture(
    p.night,
    circle(300, 230, 120, p.peach),
    circle(348, 200, 106, p.night),
    star(640, 130, 30, p.cream),
    star(900, 240, 22, p.cream),
    polygon(p.amber, [1110, 330], [1700, 200], [1700, 760]),
    polygon(p.peach, [1110, 330], [1700, 330], [1700, 620]),
    rect(0, 820, 1600, 80, p.teal),
    wheel(500),
    wheel(1100),
    stroke('M500 600 L640 360 H990 L740 620 L640 360 M740 620 H500 M1100 600 L990 360 L970 280', p.orange, 30),
    stroke('M640 360 L616 300 M570 296 H670', p.orange, 30),
    stroke('M970 280 H1040 Q1090 280 1090 320', p.orange, 26),
    circle(1100, 330, 34, p.cream),
    circle(740, 620, 50, p.amber),
    stroke('M740 620 L780 720 M756 720 H810', p.amber, 18),
  )
}

export const comedyCats = () =>
  picture(
    p.orange,
    rays(800, 520, 1300, 16, p.rust, 0),
    circle(800, 520, 430, p.peach),
    shape(
      'M470 900 V420 C430 330 430 230 450 140 C540 180 610 230 660 300 C750 270 850 270 940 300 C990 230 1060 180 1150 140 C1170 230 1170 330 1130 420 V900Z',
      p.night,
    ),
    shape('M486 210 C540 240 580 280 606 330 C560 350 520 380 500 400 C484 340 480 270 486 210Z', p.pink),
    shape('M1114 210 C1060 240 1020 280 994 330 C1040 350 1080 380 1100 400 C1116 340 1120 270 1114 210Z', p.pink),
    ellipse(650, 500, 84, 70, p.amber),
    ellipse(950, 500, 84, 70, p.amber),
    ellipse(650, 500, 22, 66, p.night),
    ellipse(950, 500, 22, 66, p.night),
    polygon(p.pink, [760, 590], [840, 590], [800, 634]),
    shape('M640 670 Q800 730 960 670 Q940 830 800 830 Q660 830 640 670Z', p.cream),
    times(5, (i) => stroke(`M${700 + i * 50} ${704 - Math.abs(i - 2) * 6} V${822 - Math.abs(i - 2) * 22}`, p.night, 8)),
    stroke('M520 600 L330 560 M520 650 L330 660 M1080 600 L1270 560 M1080 650 L1270 660', p.night, 10),
  )

export const kitchenDisco = () => {
  const colours = [p.cream, p.pink, p.amber, p.orange, p.mint, p.peach, p.plum]
  const bits = [p.amber, p.pink, p.mint, p.orange, p.cream]
  return picture(
    p.plum,
    rays(800, 420, 1400, 14, p.dusk, 3),
    times(34, (i) => {
      const [x, y] = [Math.round((i * 0.7549 * 1600) % 1600), Math.round((i * 0.5698 * 900) % 900)]
      return turn(
        i * 47,
        x,
        y,
        i % 2 ? circle(x, y, 16, bits[i % 5] ?? p.cream) : rect(x - 26, y - 9, 52, 18, bits[i % 5] ?? p.cream, 4),
      )
    }),
    rect(792, 0, 16, 120, p.cream),
    clip(
      'ball',
      circle(800, 430, 320, '#000'),
      rect(400, 100, 800, 700, p.night),
      times(8, (row) => {
        const [top, bottom] = [
          430 - 320 * Math.cos((row * Math.PI) / 8),
          430 - 320 * Math.cos(((row + 1) * Math.PI) / 8),
        ]
        const half = 320 * Math.sin(((row + 0.5) * Math.PI) / 8)
        return times(8, (column) => {
          const left = 800 - half * Math.cos((column * Math.PI) / 8)
          const right = 800 - half * Math.cos(((column + 1) * Math.PI) / 8)
          return rect(
            left + 4,
            top + 4,
            Math.max(right - left - 8, 2),
            bottom - top - 8,
            colours[(row * 3 + column * 5) % 7] ?? p.cream,
          )
        })
      }),
    ),
    star(650, 260, 110, p.cream),
    star(980, 560, 70, p.cream),
  )
}

export const conversation = () => {
  const bubble = (x: number, y: number, w: number, h: number, fill: string, way: number) =>
    rect(x, y, w, h, fill, h / 2.4) +
    polygon(
      fill,
      [x + w / 2 + way * w * 0.12, y + h - 20],
      [x + w / 2 + way * w * 0.34, y + h - 60],
      [x + w / 2 + way * w * 0.36, y + h + 110],
    )
  return picture(
    p.amber,
    bubble(120, 90, 760, 420, p.orange, -1),
    bubble(760, 270, 720, 400, p.night, 1),
    bubble(330, 560, 520, 230, p.cream, -1),
    times(3, (i) => circle(360 + i * 140, 300, 46, p.peach)),
    stroke('M930 430 Q1025 370 1120 430 T1310 430', p.mint, 32),
    stroke('M930 530 Q1025 470 1120 530 T1310 530', p.mint, 32),
    rect(450, 634, 280, 28, p.teal, 14),
    rect(450, 690, 180, 28, p.teal, 14),
  )
}
