import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import form from '../../ui/text-field.module.css'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './contact-fields.module.css'

type Step = { name: 'idle' | 'sending' | 'sent' } | { name: 'failed'; problem: string }

export function ContactFields() {
  const { user } = useSession()
  // Filled in for members until they change it.
  const [typed, setTyped] = useState<{ name?: string; email?: string }>({})
  const [message, setMessage] = useState('')
  // One key per message, so that a retry after a lost response sends it once.
  const [key, setKey] = useState(randomKey)
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const name = typed.name ?? (user ? `${user.firstName} ${user.lastName}`.trim() : '')
  const email = typed.email ?? user?.email ?? ''

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || !email.trim() || !message.trim())
      return setStep({ name: 'failed', problem: messages.fillAllFields })
    setStep({ name: 'sending' })
    try {
      const input = { headers: { 'idempotency-key': key }, body: { name, email, message } }
      await ask(async () => (await loadApi()).contact.writeToUs(input))
      setMessage('')
      setKey(randomKey())
      setStep({ name: 'sent' })
    } catch (error) {
      setStep({ name: 'failed', problem: failureSentence(error, 'Your message could not be sent. Please try again.') })
    }
  }

  return (
    <section className={style.section} aria-labelledby="contact-form-heading">
      <h2 id="contact-form-heading">Write to us</h2>
      <form className="stack gap-20" onSubmit={(event) => void send(event)} noValidate>
        <div className={form.pair}>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={TEXT.name}
            value={name}
            onValueChange={(value) => setTyped((before) => ({ ...before, name: value }))}
          />
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            maxLength={TEXT.email}
            value={email}
            onValueChange={(value) => setTyped((before) => ({ ...before, email: value }))}
          />
        </div>
        <TextArea label="Message" name="message" maxLength={TEXT.message} value={message} onValueChange={setMessage} />
        <FormMessage
          problem={step.name === 'failed' ? step.problem : null}
          success={step.name === 'sent' ? 'Thank you. Your message is on its way, and we’ll email you a copy.' : null}
        />
        <Button type="submit" className={form.actions} disabled={step.name === 'sending'}>
          {step.name === 'sending' ? 'Sending...' : 'Send Message'}
        </Button>
      </form>
    </section>
  )
}
