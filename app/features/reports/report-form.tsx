import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { REPORT_KINDS, type ReportKind } from '../../../contract/moderation-words.ts'
import { messages } from '../../../contract/messages.ts'
import { ask } from '../../data/ask.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useSettings } from '../../lib/settings.ts'
import { useProblem } from '../../lib/use-problem.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import form from '../../ui/text-field.module.css'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReportSent } from './report-sent.tsx'
import style from './reports.module.css'
import { pathOfSubject, subjectOfAddress, type NamedSubject } from './subject.ts'
import * as words from './report-words.tsx'

interface TickProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

const Tick = ({ label, checked, onChange }: TickProps) => (
  <label className={style.tick}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
)

/** What to say depends on the kind, and so it is asked first. */
export function ReportForm({ subject }: { subject: NamedSubject | null }) {
  const { user } = useSession()
  const { publicUrl } = useSettings()
  const [address, setAddress] = useState(subject ? publicUrl + pathOfSubject(subject) : '')
  const [kind, setKind] = useState<ReportKind | null>(null)
  const [text, setText] = useState('')
  // Filled in for members until they change it.
  const [typed, setTyped] = useState<{ name?: string; email?: string }>({})
  const [goodFaith, setGoodFaith] = useState(false)
  const [isChildAbuse, setChildAbuse] = useState(false)
  // One key per report, so that a retry after a lost response sends it once.
  const [key] = useState(randomKey)
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ reference: string; hasReceipt: boolean } | null>(null)
  const name = typed.name ?? (user ? `${user.firstName} ${user.lastName}`.trim() : '')
  const email = typed.email ?? user?.email ?? ''
  const isIllegal = kind === 'illegal'
  const isNamed = isIllegal && !isChildAbuse
  const {
    form: element,
    messageId,
    problem,
    showProblem,
    field,
  } = useProblem({ text, ...(isNamed && { name, email }) })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!kind) return
    const about = subject ?? subjectOfAddress(address)
    if (!about) return showProblem(words.addressIsMissing, {}, 'address')
    const isNameless = isIllegal && isChildAbuse && !typed.name && !typed.email
    if (!text.trim() || (isNamed && (!name.trim() || !email.trim()))) return showProblem(messages.fillAllFields)
    setBusy(true)
    showProblem(null)
    const body = {
      ...(about.kind === 'event' ? { eventId: about.id, key: about.eventKey } : { creatorId: about.id }),
      kind,
      text,
      ...(isIllegal && { goodFaith, isChildAbuse }),
      ...(isIllegal && name.trim() && !isNameless && { name }),
      ...(email.trim() && !isNameless && { email }),
    }
    try {
      const input = { headers: { 'idempotency-key': key }, body }
      const { reference } = await ask(async () => (await loadApi()).reports.send(input))
      setSent({ reference, hasReceipt: 'email' in body })
    } catch (error) {
      showProblem(failureSentence(error, words.reportNotSent))
      setBusy(false)
    }
  }

  if (sent) return <ReportSent {...sent} subject={subject} />
  return (
    <>
      <h1>Report</h1>
      <p className={style.about}>{subject ? subject.name : words.eventOrCreator}</p>
      <form ref={element} className="stack gap-20" onSubmit={(event) => void send(event)} noValidate>
        {/* Without a page that it came from, it has to be said what it is about. */}
        {!subject && (
          <TextField
            label={words.addressOfReported}
            hint={words.copyAddress}
            inputMode="url"
            maxLength={TEXT.url}
            {...field('address', address, setAddress)}
          />
        )}
        <fieldset className={style.kinds}>
          <legend>{words.whatIsWrong}</legend>
          {REPORT_KINDS.map((one) => (
            <label key={one} className={style.kind}>
              <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
              <span>{words.KIND_LABELS[one]}</span>
            </label>
          ))}
        </fieldset>
        {kind && (
          <>
            {isIllegal && subject && <TextField label={words.webAddress} value={address} readOnly />}
            <TextArea
              label={words.KIND_QUESTIONS[kind]}
              maxLength={TEXT.message}
              rows={4}
              {...field('text', text, setText)}
            />
            {isIllegal && (
              <TextField
                label={isChildAbuse ? words.nameIfYouWant : words.yourName}
                autoComplete="name"
                maxLength={TEXT.name}
                {...field('name', name, (value) => setTyped((before) => ({ ...before, name: value })))}
              />
            )}
            <TextField
              label={isNamed ? words.yourEmail : words.emailIfYouWant}
              hint={words.aboutEmail}
              type="email"
              autoComplete="email"
              maxLength={TEXT.email}
              {...field('email', email, (value) => setTyped((before) => ({ ...before, email: value })))}
            />
            {isIllegal && (
              <>
                <Tick label={words.inGoodFaith} checked={goodFaith} onChange={setGoodFaith} />
                <Tick label={words.abuseOfChildren} checked={isChildAbuse} onChange={setChildAbuse} />
              </>
            )}
            <FormMessage id={messageId} problem={problem} />
            <Button type="submit" className={form.actions} disabled={isBusy} aria-busy={isBusy}>
              {isBusy ? 'Sending...' : words.sendReport}
            </Button>
          </>
        )}
      </form>
    </>
  )
}
