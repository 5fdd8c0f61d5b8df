import { palette as p } from '../../server/posters/palette.ts'
import {
  at,
  circle,
  clip,
  ellipse,
  leaf,
  move,
  picture,
  polygon,
  rays,
  rect,
  shape,
  star,
  stroke,
  times,
  turn,
} from '../../server/posters/shapes.ts'

export const forest = () => {
  const tree = (x: number, w: number, h: number, fill: string, vein: string) =>
    leaf(x, 840, w, h, fill) +
    stroke(`M${x} 900 V${860 - h * 0.8}`, vein, 14) +
    times(4, (i) => {
      const [y, reach] = [800 - h * (0.16 + i * 0.14), w * (0.42 - i * 0.07)]
      return stroke(`M${x - reach} ${y - 60} L${x} ${y} L${x + reach} ${y - 60}`, vein, 14)
    })
  return picture(
    p.peach,
    circle(1010, 330, 210, p.amber),
    tree(180, 150, 620, p.mint, p.teal),
    tree(1440, 160, 660, p.mint, p.teal),
    tree(620, 170, 640, p.amber, p.orange),
    tree(1190, 170, 560, p.orange, p.peach),
    tree(390, 210, 760, p.teal, p.mint),
    tree(890, 210, 720, p.deep, p.teal),
    rect(0, 836, 1600, 64, p.night),
  )
}

export const hillCamp = () =>
  picture(
    p.plum,
    circle(1180, 230, 110, p.cream),
    circle(1136, 204, 100, p.plum),
    star(300, 140, 36, p.peach),
    star(620, 90, 26, p.peach),
    star(1440, 330, 30, p.peach),
    polygon(p.dusk, [-100, 760], [360, 230], [820, 760]),
    polygon(p.cream, [360, 230], [447, 331], [390, 370], [350, 330], [310, 372], [272, 331]),
    polygon(p.teal, [520, 780], [1000, 300], [1500, 780]),
    polygon(p.cream, [1000, 300], [1084, 380], [1040, 420], [1000, 380], [950, 424], [918, 382]),
    polygon(p.dusk, [1150, 780], [1500, 420], [1800, 780]),
    rect(0, 730, 1600, 170, p.night),
    polygon(p.orange, [800, 500], [1100, 830], [500, 830]),
    polygon(p.amber, [800, 500], [900, 830], [700, 830]),
    polygon(p.peach, [800, 590], [850, 830], [750, 830]),
    stroke('M800 500 L782 470 M800 500 L818 470', p.orange, 14),
  )

export const balloons = () => {
  const balloon = (x: number, y: number, s: number, colours: [string, string, string]) =>
    move(
      `translate(${x} ${y}) scale(${s})`,
      clip(
        `envelope${x}`,
        shape(
          'M0 -260 C170 -260 250 -140 250 -10 C250 130 110 230 60 320 H-60 C-110 230 -250 130 -250 -10 C-250 -140 -170 -260 0 -260Z',
          '#000',
        ),
        rect(-260, -270, 520, 600, colours[0]),
        ellipse(0, 20, 160, 330, colours[1]),
        ellipse(0, 20, 62, 330, colours[2]),
      ),
      stroke('M-56 326 L-40 400 M56 326 L40 400', p.night, 8),
      rect(-54, 396, 108, 80, p.brown, 14),
    )
  return picture(
    p.mint,
    rect(140, 650, 420, 60, p.cream, 30),
    rect(40, 690, 340, 60, p.cream, 30),
    rect(1130, 130, 380, 60, p.cream, 30),
    rect(1240, 90, 340, 60, p.cream, 30),
    balloon(330, 320, 0.72, [p.plum, p.pink, p.cream]),
    balloon(1290, 470, 0.66, [p.teal, p.amber, p.cream]),
    balloon(800, 370, 1.06, [p.orange, p.cream, p.amber]),
  )
}

export const seedSwap = () =>
  picture(
    p.cream,
    circle(800, 420, 330, p.amber),
    rect(0, 640, 1600, 260, p.brown),
    stroke('M800 780 V330', p.teal, 34),
    turn(-58, 800, 520, leaf(800, 520, 130, 400, p.teal)),
    turn(58, 800, 430, leaf(800, 430, 130, 400, p.teal)),
    turn(-58, 800, 520, stroke('M800 500 V210', p.mint, 12)),
    turn(58, 800, 430, stroke('M800 410 V130', p.mint, 12)),
    leaf(800, 360, 90, 260, p.orange),
    turn(-20, 800, 360, leaf(800, 360, 70, 220, p.orange)),
    turn(20, 800, 360, leaf(800, 360, 70, 220, p.orange)),
    leaf(800, 350, 40, 190, p.peach),
    ...[160, 320, 480, 1120, 1280, 1440].map((x, i) =>
      turn(20 - i * 8, x, 770, ellipse(x, 770, 34, 50, i % 2 ? p.amber : p.peach)),
    ),
    stroke('M800 780 Q760 830 700 850 M800 780 Q840 830 900 850 M800 780 V870', p.peach, 12),
  )

export const dawnChorus = () => {
  const bird = (x: number, y: number, body: string, wing: string, way: number) =>
    move(
      `translate(${x} ${y}) scale(${way} 1)`,
      polygon(body, [-150, -30], [-330, -10], [-330, 60], [-120, 60]),
      shape('M-190 0 A190 190 0 0 0 190 0 V-80 A95 95 0 0 0 0 -80 V0Z', body),
      shape('M-190 0 A130 130 0 0 0 70 0Z', wing),
      polygon(p.amber, [182, -100], [270, -72], [182, -46]),
      circle(104, -86, 22, p.cream),
      circle(108, -86, 10, p.night),
      stroke('M-30 182 V250 M40 186 V250', p.night, 14),
    )
  return picture(
    p.pink,
    circle(800, 900, 520, p.peach),
    circle(800, 900, 380, p.amber),
    bird(380, 350, p.teal, p.mint, 1),
    bird(1220, 350, p.night, p.plum, -1),
    bird(800, 590, p.orange, p.rust, 1),
    rect(0, 596, 640, 24, p.brown, 12),
    rect(960, 596, 640, 24, p.brown, 12),
    rect(300, 834, 1000, 24, p.brown, 12),
  )
}

export const bees = () => {
  const cell = (x: number, y: number, r: number, fill: string) =>
    polygon(fill, ...Array.from({ length: 6 }, (_, i) => at(x, y, r, i * 60 + 30)))
  const comb: [number, number, string][] = [
    [0, 0, p.orange],
    [1, 0, p.amber],
    [2, 0, p.amber],
    [0, 1, p.amber],
    [1, 1, p.cream],
    [0, 2, p.amber],
    [1, 2, p.orange],
    [2, 2, p.amber],
    [0, 3, p.cream],
    [1, 3, p.amber],
    [0, 4, p.amber],
    [5, 4, p.amber],
    [5, 3, p.orange],
    [4, 4, p.amber],
  ]
  return picture(
    p.peach,
    comb.map(([column, row, fill]) => cell(column * 290 + (row % 2 ? 145 : 0), row * 251 - 52, 156, fill)).join(''),
    move(
      'translate(1060 430) rotate(-18) scale(1.12)',
      move('rotate(-28)', ellipse(0, -220, 100, 190, p.teal)),
      move('rotate(20)', ellipse(30, -220, 100, 190, p.mint)),
      clip(
        'bee',
        ellipse(0, 0, 290, 190, '#000'),
        rect(-300, -200, 600, 400, p.amber),
        times(3, (i) => rect(-190 + i * 150, -200, 76, 400, p.night)),
        rect(200, -200, 120, 400, p.night),
      ),
      circle(236, -40, 20, p.cream),
      stroke('M230 -130 Q280 -220 340 -210 M270 -90 Q330 -160 390 -140', p.night, 14),
      polygon(p.night, [-280, -30], [-350, 0], [-280, 30]),
    ),
  )
}

export const bonfire = () =>
  picture(
    p.night,
    rays(800, 640, 1300, 18, p.dusk, 5),
    leaf(800, 790, 380, 740, p.orange),
    turn(-24, 800, 790, leaf(800, 790, 220, 600, p.orange)),
    turn(24, 800, 790, leaf(800, 790, 220, 600, p.orange)),
    leaf(800, 790, 250, 540, p.amber),
    turn(-18, 800, 790, leaf(800, 790, 130, 420, p.amber)),
    turn(18, 800, 790, leaf(800, 790, 130, 420, p.amber)),
    leaf(800, 790, 130, 340, p.cream),
    turn(-12, 800, 800, rect(440, 760, 720, 80, p.brown, 40)),
    turn(12, 800, 800, rect(440, 760, 720, 80, p.rust, 40)),
    circle(462, 870, 26, p.peach),
    circle(1138, 870, 26, p.peach),
    ...[
      [430, 300],
      [1180, 250],
      [320, 520],
      [1290, 470],
      [520, 140],
      [1090, 110],
    ].map(([x = 0, y = 0], i) => circle(x, y, 12 + (i % 3) * 5, i % 2 ? p.peach : p.amber)),
  )
