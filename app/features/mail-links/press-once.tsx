import { useState } from 'react'
import type { Client } from '../../../contract/client.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'

interface Props<T> {
  label: string
  look?: 'primary' | 'outlined'
  call: (api: Client) => Promise<T>
  onDone: (answer: T) => void
}

/** A button that carries out what the link is for. */
export function PressOnce<T>({ label, look, call, onDone }: Props<T>) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const press = async () => {
    setBusy(true)
    setProblem(null)
    try {
      onDone(await ask(async () => call(await loadApi())))
    } catch (error) {
      setProblem(failureSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look={look} disabled={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      <FormMessage problem={problem} />
    </>
  )
}
