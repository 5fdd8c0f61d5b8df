// The reader is where the text crosses the upper third of the window.
const READING_LINE = 0.35

/**
 * Which section is being read, by where their tops are in the window: the last one that begins above the reading line, the
 * first while none does. The last ones are too short to come up to the line: at the page's end it is what begins in sight.
 */
export function sectionRead(tops: number[], windowHeight: number, isAtEnd: boolean): number {
  const line = windowHeight * (isAtEnd ? 1 : READING_LINE)
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  )
}
