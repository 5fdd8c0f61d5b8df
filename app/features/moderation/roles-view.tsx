import { useState, type FormEvent } from 'react'
import type { StaffRole } from '../../../contract/moderation-words.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import form from '../../ui/text-field.module.css'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useProof } from '../proof/slot.tsx'
import { LoadedView } from './loaded-view.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

const NONE = 'none'

/** For administrators: who moderates. The server wants to know that it is they who ask. */
export function RolesView() {
  const { loaded, reload, refresh } = useCall('roles', (api) => api.moderation.listRoles())
  const { withProof, proofDialog } = useProof('roles', {
    give: (wish) => {
      const [wanted = '', whom = ''] = String(wish).split(/ (.*)/s)
      void give({ email: whom, role: wanted === NONE ? null : (wanted as StaffRole) })
    },
  })
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('moderator')
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ name: string; email: string } | null>(null)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  async function give(body: { email: string; role: StaffRole | null }) {
    setBusy(true)
    setOutcome({})
    try {
      const { moderation } = await loadApi()
      await withProof(() => moderation.setRole({ body }), 'give', `${body.role ?? NONE} ${body.email}`)
      setOutcome({
        success: body.role ? words.hasRoleNow(body.email, body.role) : words.hasNoRole(body.email),
      })
      setEmail('')
      refresh()
    } catch (error) {
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void give({ email, role })
  }

  return (
    <LoadedView loaded={loaded} reload={reload}>
      {(staff) => (
        <>
          <ul role="list" className={style.rows}>
            {staff.map((person) => (
              <li key={person.userId} className={style.line}>
                <span>
                  <strong>{person.name}</strong>, {person.role}
                  <br />
                  <span className={style.quiet}>{person.email}</span>
                </span>
                <Button
                  look="text"
                  disabled={isBusy}
                  aria-label={words.takeAwayRoleOf(person.name)}
                  onClick={() => setAsked(person)}
                >
                  {words.takeAway}
                </Button>
              </li>
            ))}
          </ul>
          <form id="roles" className="stack gap-20" onSubmit={submit}>
            <h2 className={style.title}>{words.giveRole}</h2>
            <TextField label={words.emailOfAccount} type="email" required value={email} onValueChange={setEmail} />
            <Choice
              label="Role"
              options={[
                { value: 'moderator', label: 'Moderator' },
                { value: 'administrator', label: 'Administrator' },
              ]}
              value={role}
              onValueChange={setRole}
            />
            <FormMessage {...outcome} />
            <Button type="submit" className={form.actions} disabled={isBusy} aria-busy={isBusy}>
              {words.giveTheRole}
            </Button>
          </form>
          <Dialog open={asked !== null} onClose={() => setAsked(null)} title={words.takeRoleFrom(asked?.name ?? '')}>
            <div className="stack column gap-16">
              <p>{words.aboutTakingRole}</p>
              <DialogActs
                act={words.takeItAway}
                ends
                onAct={() => {
                  if (asked) void give({ email: asked.email, role: null })
                  setAsked(null)
                }}
                isBusy={isBusy}
                onClose={() => setAsked(null)}
              />
            </div>
          </Dialog>
          {proofDialog}
        </>
      )}
    </LoadedView>
  )
}
