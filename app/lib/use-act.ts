import { useState } from 'react'
import { failureSentence } from './failure.ts'

interface Outcome {
  problem?: string
  success?: string
}

/** One act at a time, and what came of it: `<FormMessage {...outcome} />`. `after` runs however it ended. */
export function useAct(failed?: string, after?: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const act = async (call: () => Promise<string | undefined>) => {
    setBusy(true)
    setOutcome({})
    try {
      setOutcome({ success: await call() })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, failed) })
    } finally {
      setBusy(false)
      after?.()
    }
  }
  return { isBusy, outcome, act, forget: () => setOutcome({}) }
}
