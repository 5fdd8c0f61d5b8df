// The process that draws share cards: apart from the one that answers, with its own environment, because fontconfig
// reads its settings from there. Started by drawer.ts.
import { drawCard, type CardLook, type CardOrder } from './draw.ts'

export interface Asked extends CardOrder {
  id: number
  look: CardLook
}

export type Drawn = { id: number; bytes: Uint8Array } | { id: number; problem: string }

const [, , folder = ''] = process.argv

const answer = (drawn: Drawn) => void process.send?.(drawn)

process.on('message', (message: unknown) => {
  const { id, look, ...order } = message as Asked
  drawCard(order, look, folder).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : 'unknown' }),
  )
})

// Nobody is left to draw for.
process.on('disconnect', () => process.exit())
