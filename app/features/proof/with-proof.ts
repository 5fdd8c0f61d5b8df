import { isRefusal } from '../../lib/failure.ts'

/** Asks the person who they are. False: they would rather not. */
export type AskForProof = () => Promise<boolean>

/** Makes a call, and makes it once more when the server wanted to know who asks and has been told. */
export async function callWithProof<T>(call: () => Promise<T>, ask: AskForProof): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isRefusal(error, 'proof_needed') || !(await ask())) throw error
    return call()
  }
}

/** Several calls that come together ask one question. */
export function shared(open: (settle: (isProved: boolean) => void) => void): AskForProof {
  let underWay: Promise<boolean> | null = null
  return () =>
    (underWay ??= new Promise<boolean>(open).finally(() => {
      underWay = null
    }))
}
