import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useProblem } from '../../lib/use-problem.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import fields from '../../ui/text-field.module.css'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './contact-fields.module.css'

type Step = 'idle' | 'sending' | 'sent'

export function ContactFields() {
  const { user } = useSession()
  // Filled in for members until they change it.
  const [typed, setTyped] = useState<{ name?: string; email?: string }>({})
  const [message, setMessage] = useState('')
  // One key per message, so that a retry after a lost response sends it once.
  const [key, setKey] = useState(randomKey)
  const [step, setStep] = useState<Step>('idle')
  const name = typed.name ?? (user ? `${user.firstName} ${user.lastName}`.trim() : '')
  const email = typed.email ?? user?.email ?? ''
  const { form, problem, showProblem, field } = useProblem({ name, email, message })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || !email.trim() || !message.trim()) return showProblem(messages.fillAllFields)
    showProblem(null)
    setStep('sending')
    try {
      const input = { headers: { 'idempotency-key': key }, body: { name, email, message } }
      await ask(async () => (await loadApi()).contact.writeToUs(input))
      setMessage('')
      setKey(randomKey())
      setStep('sent')
    } catch (error) {
      setStep('idle')
      showProblem(failureSentence(error, 'Your message could not be sent. Please try again.'))
    }
  }

  return (
    <section className={style.section} aria-labelledby="contact-form-heading">
      <h2 id="contact-form-heading">Write to us</h2>
      <form ref={form} className="stack gap-20" onSubmit={(event) => void send(event)} noValidate>
        <div className={fields.pair}>
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={TEXT.name}
            {...field('name', name, (value) => setTyped((before) => ({ ...before, name: value })))}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={TEXT.email}
            {...field('email', email, (value) => setTyped((before) => ({ ...before, email: value })))}
          />
        </div>
        <TextArea label="Message" maxLength={TEXT.message} {...field('message', message, setMessage)} />
        <FormMessage
          problem={problem}
          success={step === 'sent' ? 'Thank you. Your message is on its way, and we’ll email you a copy.' : null}
        />
        <Button type="submit" className={fields.actions} disabled={step === 'sending'}>
          {step === 'sending' ? 'Sending...' : 'Send Message'}
        </Button>
      </form>
    </section>
  )
}
