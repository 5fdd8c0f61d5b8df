import { isRefusal } from '../../lib/failure.ts'

/** Asks the person who they are; strong: not by a password alone. False: they would rather not. */
export type AskForProof = (isStrong: boolean) => Promise<boolean>

/** Makes a call, and retries it once after the person has given the proof the server asked for. */
export async function callWithProof<T>(call: () => Promise<T>, ask: AskForProof): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isStrong = isRefusal(error, 'strong_proof_needed')
    if (!(isStrong || isRefusal(error, 'proof_needed')) || !(await ask(isStrong))) throw error
    return call()
  }
}

/** Several calls that come together ask one question. */
export function shared<About>(open: (settle: (isProved: boolean) => void, about: About) => void) {
  let underWay: Promise<boolean> | null = null
  return (about: About) =>
    (underWay ??= new Promise<boolean>((settle) => open(settle, about)).finally(() => {
      underWay = null
    }))
}

/** What was being done when the browser left for Google, as the device remembers it. */
export interface Work {
  /** The part of the page that asked. */
  part: string
  act: string
  detail: string | number | null
  /** Whose account it was about. */
  userId: number
}

/**
 * What goes on in this part of the page. Nothing, if somebody else has come back: what one person wanted for their account
 * must not happen to another's.
 */
export function provedWork(resumed: unknown, here: { part: string; userId: number | undefined }): Work | null {
  const { proved } = (resumed ?? {}) as { proved?: Partial<Work> }
  const isOurs = proved?.part === here.part && here.userId !== undefined && proved.userId === here.userId
  return isOurs && typeof proved.act === 'string' ? (proved as Work) : null
}
