/** Posters are drawn on 1600 x 900. */
export const width = 1600
export const height = 900

export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const round = (value: number) => Math.round(value * 10) / 10

export function at(x: number, y: number, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`

export const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const ring = (x: number, y: number, radius: number, thickness: number, stroke: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${thickness}"/>`

export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

export const stroke = (d: string, colour: string, thickness: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"/>`

export const polygon = (fill: string, ...points: [number, number][]) =>
  `<polygon points="${points.join(' ')}" fill="${fill}"/>`

export const move = (transform: string, ...shapes: string[]) => `<g transform="${transform}">${shapes.join('')}</g>`

export const turn = (degrees: number, x: number, y: number, ...shapes: string[]) =>
  move(`rotate(${degrees} ${x} ${y})`, ...shapes)

/** Shapes seen only inside the outline. The name must be unique within one picture. */
export const clip = (name: string, outline: string, ...shapes: string[]) =>
  `<clipPath id="${name}">${outline}</clipPath><g clip-path="url(#${name})">${shapes.join('')}</g>`

/** A wavy line from edge to edge. */
export function wave(y: number, swing: number, length: number, shift = 0, from = -400, to = 2000) {
  const half = length / 2
  const start = from - (shift % length)
  const bends = Math.ceil((to - start) / half)
  return `M${start} ${y} q${half / 2} ${-swing} ${half} 0 ${times(bends, () => `t${half} 0 `)}`
}

/** Rays round a point: every second slice is filled. */
export const rays = (x: number, y: number, radius: number, count: number, fill: string, offset = 0) =>
  times(count, (index) => {
    const step = 360 / count
    const first = at(x, y, radius, offset + index * step)
    const second = at(x, y, radius, offset + index * step + step / 2)
    return polygon(fill, [x, y], first, second)
  })

/** A four-pointed star with hollow sides. */
export const star = (x: number, y: number, r: number, fill: string) =>
  shape(
    `M${x} ${y - r} Q${x} ${y} ${x + r} ${y} Q${x} ${y} ${x} ${y + r} Q${x} ${y} ${x - r} ${y} Q${x} ${y} ${x} ${y - r}Z`,
    fill,
  )

/** A leaf, a petal or a flame: pointed at both ends, upright, standing on x, y. */
export const leaf = (x: number, y: number, w: number, h: number, fill: string) =>
  shape(
    `M${x} ${y} C${x - w} ${y - h * 0.35} ${x - w} ${y - h * 0.7} ${x} ${y - h} C${x + w} ${y - h * 0.7} ${x + w} ${y - h * 0.35} ${x} ${y}Z`,
    fill,
  )

export const picture = (ground: string, ...shapes: string[]) => frame(width, height, ground, ...shapes)

export const frame = (w: number, h: number, ground: string, ...shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${rect(0, 0, w, h, ground)}${shapes.join('')}</svg>`
