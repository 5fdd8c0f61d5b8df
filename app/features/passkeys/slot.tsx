// What other features may use of passkeys. The ceremonies themselves are fetched when one begins.
import { useEffect, useEffectEvent, useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { useSettings } from '../../lib/settings.ts'

interface Browser {
  location: { hostname: string }
  PublicKeyCredential?: unknown
}

const IS_NUMBER = /^\[|^[\d.]+$/

/** A passkey belongs to the site's own name; opened under another one, or under a number, the browser refuses. */
export function canHavePasskeys(publicUrl: string, { location, PublicKeyCredential }: Browser): boolean {
  if (!PublicKeyCredential || !URL.canParse(publicUrl)) return false
  const { hostname } = new URL(publicUrl)
  return hostname === location.hostname && !IS_NUMBER.test(hostname)
}

export const loadCeremonies = () => import('./ceremonies.ts')

const FAILED = 'The passkey could not be used. Please try again.'

/** Whether this browser can make and use passkeys of this site; false while the server renders. */
export function usePasskeysPossible(): boolean {
  const { publicUrl } = useSettings()
  const [isPossible, setPossible] = useState(false)
  useEffect(() => setPossible(canHavePasskeys(publicUrl, window)), [publicUrl])
  return isPossible
}

/** The browser's own dialog. Null: the person has closed it. */
export const askForProof = async () => (await loadCeremonies()).askForProof()

interface SignIn {
  /** False: only a press asks for one. */
  suggests?: boolean
  onToken: (token: string) => Promise<void>
  onProblem: (problem: string | null) => void
}

/**
 * While the form is shown, the browser suggests passkeys in its email field (autocomplete="username webauthn"); a press asks
 * for one outright, which ends the suggestion and begins it again if nothing came of it.
 */
export function usePasskeySignIn({ onToken, onProblem, suggests = true }: SignIn) {
  const isPossible = usePasskeysPossible()
  const [round, setRound] = useState(0)
  const [isAsking, setAsking] = useState(false)

  const receive = async (ceremony: Promise<string | null>) => {
    try {
      const token = await ceremony
      if (token) await onToken(token)
    } catch (error) {
      onProblem(failureSentence(error, FAILED))
      setRound((count) => count + 1)
    }
  }
  const suggest = useEffectEvent((signal: AbortSignal) =>
    // Nobody asked for it, so nobody misses it where its code cannot be loaded.
    receive(
      loadCeremonies().then(
        ({ suggestPasskey }) => suggestPasskey(signal),
        () => null,
      ),
    ),
  )

  useEffect(() => {
    if (!isPossible || !suggests) return
    const leaving = new AbortController()
    void suggest(leaving.signal)
    return () => leaving.abort()
  }, [isPossible, suggests, round])

  const press = async () => {
    setAsking(true)
    onProblem(null)
    await receive(loadCeremonies().then(({ askForPasskey }) => askForPasskey()))
    setAsking(false)
  }
  return { isPossible, isAsking, press: () => void press() }
}
