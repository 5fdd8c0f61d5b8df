import { palette as p } from '../../server/posters/palette.ts'
import {
  circle,
  clip,
  ellipse,
  move,
  picture,
  polygon,
  rect,
  ring,
  shape,
  stroke,
  times,
  wave,
} from '../../server/posters/shapes.ts'

export const supperClub = () =>
  picture(
    p.teal,
    circle(1230, 230, 150, p.amber),
    times(7, (i) => stroke(wave(250 + i * 122, 150, 800, 120), i % 3 === 1 ? p.amber : p.cream, 46)),
  )

export const lighthouse = () =>
  picture(
    p.night,
    polygon(p.amber, [1080, 232], [-100, -160], [-100, 330]),
    polygon(p.peach, [1080, 232], [-100, 20], [-100, 200]),
    polygon(p.amber, [1080, 232], [1700, 60], [1700, 400]),
    shape('M820 900 C850 740 930 690 1080 690 C1250 690 1320 760 1360 900Z', p.brown),
    clip(
      'tower',
      shape('M1010 300 H1150 L1190 720 H970Z', '#000'),
      rect(900, 290, 400, 440, p.cream),
      times(3, (i) =>
        polygon(p.orange, [900, 400 + i * 130], [1260, 350 + i * 130], [1260, 415 + i * 130], [900, 465 + i * 130]),
      ),
    ),
    rect(985, 284, 190, 26, p.night, 6),
    rect(1022, 190, 116, 100, p.cream),
    rect(1050, 190, 60, 100, p.orange),
    shape('M1004 196 Q1080 90 1156 196Z', p.orange),
    circle(1080, 126, 14, p.orange),
    stroke(wave(800, 70, 420), p.teal, 44),
    rect(0, 806, 1600, 94, p.teal),
    stroke(wave(860, 70, 420, 130), p.mint, 36),
  )

export const surf = () =>
  picture(
    p.peach,
    circle(1180, 300, 190, p.orange),
    shape(
      'M-20 920 V330 C120 110 420 60 640 190 C800 284 850 430 790 540 C760 450 660 400 560 430 C420 470 400 640 560 730 C760 840 1200 780 1620 640 V920Z',
      p.teal,
    ),
    stroke('M-20 480 C120 250 400 190 580 280', p.mint, 40),
    stroke('M-20 620 C110 390 300 310 420 340', p.cream, 40),
    stroke('M-20 760 C90 560 180 480 280 450', p.mint, 40),
    ...[
      [640, 190, 70],
      [740, 270, 62],
      [800, 370, 56],
      [812, 470, 46],
      [790, 545, 34],
      [530, 140, 60],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.cream)),
    stroke(wave(850, 60, 500, 60), p.deep, 60),
    move(
      'translate(1110 640) rotate(-14)',
      ellipse(0, 60, 200, 26, p.cream),
      stroke('M-30 50 L0 -20 L60 50', p.night, 34),
      stroke('M0 -20 L20 -120', p.night, 44),
      stroke('M15 -90 L-80 -60', p.night, 24),
      stroke('M20 -95 L115 -130', p.night, 24),
      circle(30, -178, 34, p.night),
    ),
  )

const fish = (body: string, detail: string) =>
  shape('M-330 0 C-220 -150 40 -170 200 0 C40 170 -220 150 -330 0Z', body) +
  shape('M170 0 L350 -120 Q300 0 350 120Z', body) +
  shape('M-160 -96 A170 170 0 0 1 -160 96 Q-60 0 -160 -96Z', detail) +
  times(3, (i) =>
    stroke(`M${-40 + i * 70} ${-62 + i * 14} Q${0 + i * 70} 0 ${-40 + i * 70} ${62 - i * 14}`, detail, 18),
  ) +
  circle(-238, -26, 26, detail) +
  circle(-238, -26, 11, body)

export const fishSupper = () =>
  picture(
    p.night,
    move('translate(540 190)', fish(p.orange, p.peach)),
    move('translate(1080 450) scale(-1 1)', fish(p.cream, p.teal)),
    move('translate(540 710)', fish(p.amber, p.night)),
    move('translate(1400 190) scale(-1 1)', fish(p.teal, p.mint)),
    move('translate(1400 710)', fish(p.pink, p.plum)),
    move('translate(190 450) scale(-1 1)', fish(p.teal, p.mint)),
  )

export const regatta = () => {
  const boat = (x: number, y: number, s: number, sail: string, jib: string) =>
    move(
      `translate(${x} ${y}) scale(${s})`,
      shape('M-10 -520 C120 -380 190 -180 200 -30 H-10Z', sail),
      shape('M-40 -430 C-60 -260 -120 -120 -200 -30 H-40Z', jib),
      rect(-32, -540, 16, 560, p.night),
      shape('M-230 0 H230 Q190 100 90 100 H-110 Q-200 100 -230 0Z', p.night),
    )
  return picture(
    p.peach,
    circle(1450, 200, 120, p.amber),
    boat(1290, 700, 0.78, p.cream, p.teal),
    boat(360, 720, 0.9, p.pink, p.plum),
    boat(830, 740, 1.2, p.orange, p.cream),
    rect(0, 770, 1600, 130, p.teal),
    stroke(wave(770, 60, 400, 0), p.teal, 60),
    stroke(wave(840, 60, 400, 200), p.mint, 30),
  )
}

export const fullMoon = () =>
  picture(
    p.dusk,
    circle(800, 350, 300, p.cream),
    circle(690, 270, 60, p.peach),
    circle(900, 430, 84, p.peach),
    circle(880, 210, 34, p.peach),
    ring(800, 350, 372, 10, p.amber),
    rect(0, 560, 1600, 340, p.night),
    ...[300, 230, 270, 160, 190, 90].map((half, i) =>
      rect(800 - half, 590 + i * 52, 2 * half, 24, i % 2 ? p.peach : p.cream, 12),
    ),
    ...[-1, 1].flatMap((side) => [
      circle(800 + side * 560, 350, 90, p.cream),
      circle(800 + side * 560 + side * 44, 350, 90, p.dusk),
    ]),
  )

export const mudlarks = () =>
  picture(
    p.amber,
    circle(800, 470, 210, p.orange),
    rect(0, 330, 1600, 130, p.night),
    shape(
      `M0 400 H1600 V690 H1540 ${times(3, (i) => `A210 200 0 0 0 ${1110 - i * 533} 690 H${1010 - i * 533} `)}H0Z`,
      p.night,
    ),
    times(4, (i) => rect(i * 533 - 56, 250, 112, 200, p.night, 10)),
    times(21, (i) => rect(20 + i * 78, 360, 40, 40, i % 2 ? p.peach : p.amber, 20)),
    rect(0, 680, 1600, 220, p.teal),
    times(3, (i) => stroke(wave(730 + i * 64, 50, 360, i * 90), i % 2 ? p.deep : p.mint, 24)),
  )
