import { useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import style from './unconfirmed-address.module.css'
import * as words from './address-words.tsx'

type Step = { name: 'idle' | 'sending' | 'sent' } | { name: 'failed'; problem: string }

/** What waits while nobody has confirmed the address, and how to get the link again. Nothing once it is confirmed. */
export function UnconfirmedAddress() {
  const { user, retry } = useSession()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  if (!user || user.isEmailConfirmed) return null
  const send = async () => {
    setStep({ name: 'sending' })
    try {
      const api = await loadApi()
      const { isConfirmed } = await api.account.sendConfirmation()
      if (isConfirmed) retry()
      setStep({ name: 'sent' })
    } catch (error) {
      setStep({ name: 'failed', problem: failureSentence(error, words.linkNotSent) })
    }
  }
  return (
    <section className={style.notice} aria-label={words.yourAddress}>
      <p>{words.notConfirmedYet(<strong>{user.email}</strong>)}</p>
      <Button look="outlined" disabled={step.name === 'sending' || step.name === 'sent'} onClick={() => void send()}>
        {words.sendLinkAgain}
      </Button>
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'sent' ? words.onItsWay : null}
      />
    </section>
  )
}
