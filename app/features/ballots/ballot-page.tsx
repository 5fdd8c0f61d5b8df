// The public page of a ballot: what decides it, the check, and where one's own entry is.
import { useEffect, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { roundAddress } from '../../../contract/ballot.ts'
import type { BallotFile } from '../../../contract/ballot-file.ts'
import type { BallotSummary } from '../../../contract/ballots.ts'
import { eventPath } from '../../../contract/event-access.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, failureStatus } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { usePassed } from '../../lib/use-passed.ts'
import { useOwn } from '../../session/use-own.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EventsMissing } from '../events/slot.tsx'
import style from './ballots.module.css'
import * as words from './words.tsx'

type Published = BallotFile & {
  eventId: number
  numberUntil: string
  cancelledBecause: BallotSummary['cancelledBecause']
}

/** In the reader's own zone: the page knows no other. */
const moment = (iso: string) => words.momentText(iso, browserTimeZone())

function Facts({ ballot }: { ballot: Published }) {
  const { source, root, number, entries } = ballot
  return (
    <dl className={style.facts}>
      <dt>{words.decidedBy}</dt>
      <dd>
        {source.kind === 'draw' ? source.name : words.drandRound(source.round)}, {moment(source.at)}
      </dd>
      {root && (
        <>
          <dt>Entries</dt>
          <dd>{entries.length}</dd>
          <dt>{words.sealRoot}</dt>
          <dd>
            <code>{root}</code>
          </dd>
        </>
      )}
      {number && (
        <>
          <dt>Number</dt>
          <dd>
            <code>{number}</code>
          </dd>
        </>
      )}
    </dl>
  )
}

/** What a person has to compare, because it was published elsewhere. */
function ToCompare({ source }: Pick<Published, 'source'>) {
  if (source.kind === 'draw') return <p>{words.compareNumber(<b>{source.name}</b>, moment(source.at))}</p>
  return (
    <p>
      {words.compareWithDrand(
        <a href={roundAddress(source.round)} rel="noreferrer">
          {words.publishedByDrand}
        </a>,
      )}
    </p>
  )
}

function Check({ ballot }: { ballot: Published }) {
  const [problems, setProblems] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [mailed, setMailed] = useState('')
  const root = /^[0-9a-f]{64}$/.test(mailed.trim()) ? mailed.trim() : undefined
  useEffect(() => {
    let isCurrent = true
    import('./check.ts')
      .then(({ checkBallot }) => checkBallot(ballot, root))
      .then(
        (found) => isCurrent && setProblems(found),
        (error: unknown) => isCurrent && setFailure(failureSentence(error, words.checkNotLoaded)),
      )
    return () => {
      isCurrent = false
    }
  }, [ballot, root])
  const isDrawn = ballot.state === 'drawn'
  const fine = isDrawn ? words.listAndOrderMatch : words.listMatches
  return (
    <section className="stack column gap-16" aria-labelledby="check-heading">
      <h2 id="check-heading">{words.checkedInBrowser}</h2>
      <FormMessage
        problem={failure ?? (problems && problems.length > 0 ? problems.join(' ') : null)}
        success={problems?.length === 0 ? fine : null}
      />
      {problems === null && !failure && <Spinner label={words.workingItOut} />}
      {isDrawn && <ToCompare source={ballot.source} />}
      <TextField
        label={words.sealFromEmail}
        hint={root ? words.sealCompared : words.aboutSeal}
        value={mailed}
        onValueChange={setMailed}
        autoComplete="off"
      />
    </section>
  )
}

interface Typed {
  entryId: string
  seats: string
  salt: string
}

function FindMe({ ballot }: { ballot: Published }) {
  const { own } = useOwn(
    ballot.eventId,
    'The ballot entry',
    async (api) => (await api.ballots.entry({ params: { eventId: ballot.eventId } })).entry,
  )
  const [written, setWritten] = useState<Typed | null>(null)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const typed = written ?? {
    entryId: own ? String(own.id) : '',
    seats: own ? String(own.seats) : '',
    salt: own?.salt ?? '',
  }
  const change = (changes: Partial<Typed>) => {
    setOutcome({})
    setWritten({ ...typed, ...changes })
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    const { findMine } = await import('./check.ts')
    const receipt = {
      eventId: ballot.eventId,
      entryId: Number(typed.entryId),
      seats: Number(typed.seats),
      salt: typed.salt.trim(),
    }
    const found = await findMine(ballot, receipt)
    const said = words.foundText(found, ballot.entries.length)
    setOutcome(found ? { success: said } : { problem: said })
  }
  return (
    <section className="stack column gap-16" aria-labelledby="find-heading">
      <h2 id="find-heading">{words.findMyEntry}</h2>
      <p className="quiet">{words.aboutFinding}</p>
      <form className="stack column gap-16" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Entry"
          inputMode="numeric"
          autoComplete="off"
          value={typed.entryId}
          onValueChange={(entryId) => change({ entryId })}
        />
        <TextField
          label="Places"
          inputMode="numeric"
          autoComplete="off"
          value={typed.seats}
          onValueChange={(seats) => change({ seats })}
        />
        <TextField label="Salt" autoComplete="off" value={typed.salt} onValueChange={(salt) => change({ salt })} />
        <FormMessage {...outcome} />
        <div>
          <Button type="submit">{words.findMyEntry}</Button>
        </div>
      </form>
    </section>
  )
}

/** Anybody may hand the round in: the server asks nobody. */
function HandIn({
  ballot,
  ballotId,
  eventKey,
  onDrawn,
}: {
  ballot: Published
  ballotId: string
  eventKey?: string
  onDrawn: () => void
}) {
  const [signature, setSignature] = useState('')
  const isTime = usePassed(ballot.source.at)
  const { isBusy, outcome, act } = useAct(words.numberNotHandedIn, onDrawn)
  if (ballot.source.kind !== 'drand' || !isTime) return null
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const body = { signature: signature.trim().toLowerCase(), key: eventKey }
    void act(async () => {
      await ask(async () => (await loadApi()).ballots.round({ params: { ballotId }, body }))
      return words.ballotIsDrawn
    })
  }
  return (
    <section className="stack column gap-16" aria-labelledby="hand-in-heading">
      <h2 id="hand-in-heading">{words.handInTheNumber}</h2>
      <p>
        {words.copyTheSignature(
          <b>signature</b>,
          <a href={roundAddress(ballot.source.round)} rel="noreferrer">
            drand
          </a>,
        )}
      </p>
      <form className="stack column gap-16" onSubmit={submit}>
        <TextField label="Signature" autoComplete="off" value={signature} onValueChange={setSignature} />
        <FormMessage {...outcome} />
        <div>
          <Button type="submit" disabled={isBusy || signature.trim() === ''} aria-busy={isBusy}>
            {words.handItIn}
          </Button>
        </div>
      </form>
    </section>
  )
}

export default function BallotPage({ ballotId, eventKey }: { ballotId: string; eventKey?: string }) {
  const query = eventKey ? { key: eventKey } : {}
  const { loaded, refresh } = useCall(`ballot ${ballotId}`, (api) => api.ballots.get({ params: { ballotId }, query }))
  if (loaded.state === 'loading') return <Spinner label={words.loading} />
  if (loaded.state === 'failed')
    return (
      <EventsMissing problem={failureSentence(loaded.error, words.notLoaded)} status={failureStatus(loaded.error)} />
    )
  const ballot = loaded.value
  return (
    <Page narrow>
      <div className={style.parts}>
        <section className="stack column gap-16">
          <h1>Ballot</h1>
          <p role="status">
            {words.STATES[ballot.state]}
            {ballot.state === 'cancelled' &&
              words.whyAndOpen(words.cancellationText(ballot.cancelledBecause, ballot.source.kind))}
          </p>
          <p className="quiet">{words.EXPLAINED}</p>
          <Facts ballot={ballot} />
          <div>
            <ButtonLink look="outlined" to={eventPath({ id: ballot.eventId, key: eventKey })}>
              {words.seeTheEvent}
            </ButtonLink>
          </div>
        </section>
        {ballot.state === 'closed' && (
          <HandIn ballot={ballot} ballotId={ballotId} eventKey={eventKey} onDrawn={refresh} />
        )}
        {ballot.root && <Check ballot={ballot} />}
        {ballot.root && <FindMe ballot={ballot} />}
        <p className="quiet">
          {words.checkWithoutUs(
            <a href={`/api/ballots/${ballotId}${eventKey ? `?key=${encodeURIComponent(eventKey)}` : ''}`}>
              {words.everythingAsJson}
            </a>,
            <Link to="/help">Help</Link>,
          )}
        </p>
      </div>
    </Page>
  )
}
