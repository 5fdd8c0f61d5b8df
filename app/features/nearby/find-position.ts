// Where this device is. The exact position stays here; only a rounded one is ever in an address.
import { messages } from '../../../contract/messages.ts'
import { devicePosition } from '../../lib/device-position.ts'
import { keepExactPosition, knownPosition, type Point } from '../../lib/distance.ts'
import { Sentence } from '../../lib/failure.ts'

async function ask(): Promise<Point> {
  try {
    return await devicePosition()
  } catch (error) {
    const { message, code } = error as { message: string; code?: number }
    throw new Sentence(code === undefined ? message : messages.locationFailed(message))
  }
}

/** What is known is used without asking again; the browser asks the visitor otherwise. */
export async function findPosition(): Promise<Point> {
  const position = knownPosition() ?? (await ask())
  keepExactPosition(position)
  return position
}
