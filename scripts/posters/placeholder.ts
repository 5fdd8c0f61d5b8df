import { drop } from './brand.ts'
import { palette as p } from '../../server/posters/palette.ts'
import { move, picture, shape, times } from '../../server/posters/shapes.ts'

/** For events without a picture: the mark as a quiet pattern, one of them lit. */
export const placeholder = () =>
  picture(
    p.cream,
    times(15, (i) => {
      const [x, y] = [70 + (i % 5) * 300, 30 + Math.floor(i / 5) * 290]
      const fill = i === 7 ? p.orange : (i + Math.floor(i / 5)) % 2 ? p.peach : p.pink
      return move(`translate(${x} ${y}) scale(2.6)`, shape(drop, fill))
    }),
  )
