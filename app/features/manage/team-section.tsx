// The section Team of the manage screen: who runs the event, who is invited, and who did what.
import { useState, type FormEvent } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { ManagerAct } from '../../../contract/team.ts'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Section } from './section.tsx'
import style from './team-section.module.css'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import * as words from './team-words.tsx'

const DID: Record<ManagerAct, string> = {
  edited: 'changed the event',
  cancelled: 'cancelled the event',
  postponed: 'postponed the event',
  reinstated: 'brought the event back',
  invited: 'invited someone',
  uninvited: 'withdrew an invitation',
  joined: 'joined the team',
  left: 'left the team',
  removed: 'removed someone from the team',
  'door-link': 'created a door link',
  'door-link-ended': 'ended a door link',
  'took-back': 'cancelled a booking',
  'added-guest': 'added a guest by name',
  'imported-guests': 'imported guests',
  'undid-import': 'undid an import of guests',
  'decided-requests': 'replied to requests for a place',
  'new-link': 'gave the event a new link',
  'offered-handover': 'asked somebody to take the event over',
  'handover-ended': 'withdrew the request to take the event over',
  'took-over': 'took the event over',
  message: 'wrote to the guests',
}

function History({ event }: { event: Event }) {
  const { loaded } = useCall(`history ${event.id}`, (api) => api.team.history({ params: { eventId: event.id } }))
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null
  return (
    <details className={style.history}>
      <summary>{words.whoDidWhat}</summary>
      <ul role="list" className={style.list}>
        {loaded.value.map(({ at, who, act }, index) => (
          <li key={`${at} ${act} ${index}`} className={style.act}>
            <span>
              <strong>{who}</strong> {DID[act]}
            </span>
            <span className="quiet">
              {formatDate(at, event.timeZone)}, {formatTime(at, event.timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function TeamSection({ event }: { event: Event }) {
  const params = { eventId: event.id }
  const userId = useSession().user?.id
  const isCreator = event.creatorId === userId
  const { loaded, refresh } = useCall(`team ${event.id}`, (api) => api.team.get({ params }))
  const [email, setEmail] = useState('')
  const attempt = useAttemptKey()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  if (loaded.state !== 'loaded') return null

  const act = async (done: string, call: (api: Awaited<ReturnType<typeof loadApi>>) => Promise<unknown>) => {
    setBusy(true)
    setOutcome({})
    try {
      await call(await loadApi())
      setOutcome({ success: done })
      refresh()
      return true
    } catch (error) {
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
      return false
    } finally {
      setBusy(false)
    }
  }

  const invite = async (submitted: FormEvent) => {
    submitted.preventDefault()
    const body = { email }
    const headers = { 'idempotency-key': attempt.keyFor(body) }
    const isDone = await act(words.invitationIsOnItsWay(email), (api) => api.team.invite({ params, headers, body }))
    if (!isDone) return
    // Inviting the same address again sends another email.
    attempt.forget()
    setEmail('')
  }

  return (
    <Section id="team-heading" title="Team">
      <p className="quiet">{words.aboutManagers}</p>
      <ul role="list" className={style.list}>
        {loaded.value.members.map((member) => (
          <li key={member.userId} className={style.row}>
            <span>
              <strong>{member.name}</strong> {member.role === 'creator' ? words.createdEvent : words.managesWithYou}
            </span>
            {member.role === 'manager' && (isCreator || member.userId === userId) && (
              <Button
                look="text"
                disabled={isBusy}
                aria-label={member.userId === userId ? words.leaveTeam : words.removeFromTeam(member.name)}
                onClick={() =>
                  void act('Done.', (api) => api.team.leave({ params: { ...params, userId: member.userId } }))
                }
              >
                {member.userId === userId ? 'Leave' : 'Remove'}
              </Button>
            )}
          </li>
        ))}
        {loaded.value.invitations.map((invitation) => (
          <li key={invitation.email} className={style.row}>
            <span>{words.isInvited(<strong>{invitation.email}</strong>)}</span>
            {isCreator && (
              <Button
                look="text"
                disabled={isBusy}
                aria-label={words.withdrawInvitation(invitation.email)}
                onClick={() =>
                  void act(words.invitationWithdrawn, (api) =>
                    api.team.withdrawInvitation({ params, query: { email: invitation.email } }),
                  )
                }
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isCreator && (
        <form className={style.invite} onSubmit={(submitted) => void invite(submitted)}>
          <TextField
            label={words.inviteManager}
            type="email"
            autoComplete="off"
            required
            value={email}
            onValueChange={setEmail}
          />
          <Button type="submit" look="outlined" disabled={isBusy} aria-busy={isBusy}>
            Invite
          </Button>
        </form>
      )}
      <FormMessage {...outcome} />
      <History event={event} />
    </Section>
  )
}
