// A picture's main colour becomes one of twelve hues. The page's background has that hue at a fixed lightness
// (event-layout.module.css), so that its texts keep their contrast whatever the picture is.

const HUES = 12

/** Nearly grey has no hue worth showing. */
const LEAST_SATURATION = 0.12

/** '#e84828' -> 0 (red) to 11, in steps of 30 degrees; undefined for greys and for what is no colour. */
export function hueOf(tint: string | undefined): number | undefined {
  if (!tint || !/^#[\da-f]{6}$/i.test(tint)) return undefined
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(tint.slice(at, at + 2), 16) / 255) as [number, number, number]
  const most = Math.max(r, g, b)
  const range = most - Math.min(r, g, b)
  if (range < LEAST_SATURATION) return undefined
  const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range
  return Math.round(sixth * 2 + HUES) % HUES
}
