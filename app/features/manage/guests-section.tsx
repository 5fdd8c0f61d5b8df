// The section Guests of the manage screen: who has booked, who waits, adding and taking back, and both lists as CSV.
import { useState, useSyncExternalStore } from 'react'
import { hasEnded } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import type { Guest } from '../../../contract/guests.ts'
import { TEXT } from '../../../contract/limits.ts'
import { failureSentence, logFailure } from '../../lib/failure.ts'
import { isTrue } from '../../lib/money.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { InlineSpinner, Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { ImportButton, UndoImports } from '../imports/slot.tsx'
import { GuestList, GuestTable, WaitingList } from './guest-lists.tsx'
import { Section } from './section.tsx'
import style from './guests-section.module.css'
import { NEWEST, useGuests, type Sorting } from './use-guests.ts'
import field from '../../ui/text-field.module.css'
import { messageIsOnItsWay } from './message-words.ts'
import * as words from './guest-words.ts'

const { Part: AddGuest } = lazyPart(() => import('./add-guest-dialog.tsx'))
const { Part: MessageGuest } = lazyPart(() => import('./message-guest-dialog.tsx'))
const { Part: TakeBack } = lazyPart(() => import('./take-back-dialog.tsx'))

function Downloads({ eventId }: { eventId: number }) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const download = async (which: 'purchasers' | 'full') => {
    setBusy(true)
    try {
      const api = await loadApi()
      const params = { eventId }
      const csv = await (which === 'full' ? api.guests.csv({ params }) : api.events.purchasers({ params }))
      const name = which === 'full' ? `guests-${eventId}.csv` : `ticket-purchasers-${eventId}.csv`
      saveCsv(name, csv)
    } catch (error) {
      logFailure('The guests could not be downloaded', error)
      toast(failureSentence(error, words.listNotDownloaded), { severity: 'error' })
    }
    setBusy(false)
  }
  return (
    <div className="row wrap gap-8">
      <Button look="outlined" disabled={isBusy} onClick={() => void download('full')}>
        {words.fullListCsv}
      </Button>
      <Button look="outlined" disabled={isBusy} onClick={() => void download('purchasers')}>
        {words.purchasersCsv}
      </Button>
    </div>
  )
}

interface MoreProps {
  label: string
  isLoading: boolean
  onMore: () => void
}

const More = ({ label, isLoading, onMore }: MoreProps) => (
  <Button look="outlined" disabled={isLoading} aria-busy={isLoading} onClick={onMore}>
    {isLoading && <InlineSpinner />} {label}
  </Button>
)

// More would make the screen endless before the waiting list comes.
const FOLDED = 20

const SORTS: { label: string; sorting: Sorting }[] = [
  { label: words.newestFirst, sorting: NEWEST },
  { label: words.byName, sorting: { sort: 'name', order: 'ascending' } },
  { label: words.notInYetFirst, sorting: { sort: 'in', order: 'ascending' } },
]

// Room for the columns of a table. The lists are loaded in the browser, so nothing was rendered otherwise before.
const WIDE = '(min-width: 960px)'

function subscribeToWidth(onChange: () => void) {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

const useIsWide = () =>
  useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  )

type Asked = { kind: 'add' } | { kind: 'take-back' | 'message'; guest: Guest } | null

export function GuestsSection({ event }: { event: Event }) {
  const { q, setQ, known, asked, hasFailed, isLoadingMore, loadMore, refresh, removed, sorting, setSorting } =
    useGuests(event.id)
  const [dialog, setDialog] = useState<Asked>(null)
  const toast = useToast()
  const isWide = useIsWide()
  const [isUnfolded, setUnfolded] = useState(false)
  const close = () => setDialog(null)
  const isOver = hasEnded(event, new Date())
  const takesGuests = event.status === 'published' && !isOver

  if (!known)
    return (
      <Section id="guests-heading" title="Guests">
        {hasFailed ? (
          <TryAgain onPress={refresh}>
            <p>{words.guestsNotLoaded}</p>
          </TryAgain>
        ) : (
          <div className={style.loading}>
            <Spinner label={words.loadingGuests} />
          </div>
        )}
      </Section>
    )

  const { guests, waiting, next, nextWaiting, counts } = known
  const isFolded = !isUnfolded && guests.length > FOLDED
  const shown = {
    guests: isFolded ? guests.slice(0, FOLDED) : guests,
    timeZone: event.timeZone,
    isOver,
    onTakeBack: (guest: Guest) => setDialog({ kind: 'take-back', guest }),
    onMessage: takesGuests ? (guest: Guest) => setDialog({ kind: 'message', guest }) : undefined,
  }
  const isEmpty = asked === '' && q === '' && counts?.bookings === 0 && counts.waiting === 0
  const isNothingFound = asked !== '' && guests.length === 0 && waiting.length === 0
  return (
    <Section id="guests-heading" title="Guests">
      {counts && (
        <p>
          {words.countsText(counts)} {isEmpty && takesGuests && words.shareOrAdd}
        </p>
      )}
      <div className="row wrap gap-8">
        {takesGuests && (
          // While there is a ballot, its number is the next step.
          <Button look={event.ballot === 'running' ? 'outlined' : 'primary'} onClick={() => setDialog({ kind: 'add' })}>
            {words.addGuest}
          </Button>
        )}
        {takesGuests && <ImportButton eventId={event.id} onChange={refresh} />}
        {!isEmpty && <Downloads eventId={event.id} />}
      </div>
      <UndoImports eventId={event.id} onChange={refresh} freshness={counts?.bookings} />
      {!isEmpty && (
        <TextField
          label={words.searchGuests}
          type="search"
          value={q}
          onValueChange={setQ}
          maxLength={TEXT.query}
          autoComplete="off"
        />
      )}
      <p role="status" className={isNothingFound || hasFailed ? undefined : style.silent}>
        {hasFailed ? words.outOfDate : isNothingFound ? words.nobodyFound(asked) : ''}
      </p>
      {guests.length > 1 && !isWide && (
        <LabelledField label="Sort">
          {(control) => (
            <select
              {...control}
              className={field.select}
              value={SORTS.findIndex((one) => one.sorting.sort === sorting.sort)}
              onChange={(event) => setSorting(SORTS[Number(event.target.value)]?.sorting ?? NEWEST)}
            >
              {SORTS.map(({ label }, index) => (
                <option key={label} value={index}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      {guests.length > 0 &&
        (isWide ? <GuestTable {...shown} sorting={sorting} onSort={setSorting} /> : <GuestList {...shown} />)}
      {isFolded && (
        <Button look="outlined" onClick={() => setUnfolded(true)}>
          Show {guests.length - FOLDED} more
        </Button>
      )}
      {!isFolded && next && (
        <More label={words.moreGuests} isLoading={isLoadingMore} onMore={() => void loadMore(next)} />
      )}
      {counts && counts.waiting > 0 && (
        <>
          <h3>{words.waitingList}</h3>
          <p className={style.quiet}>{words.aboutWaitingList(words.waitingCount(counts.waiting))}</p>
          {waiting.length > 0 && <WaitingList waiting={waiting} />}
          {nextWaiting && (
            <More label={words.showMore} isLoading={isLoadingMore} onMore={() => void loadMore(nextWaiting)} />
          )}
        </>
      )}
      {dialog?.kind === 'add' && (
        <AddGuest eventId={event.id} onClose={close} onAdded={refresh} onUnavailable={close} />
      )}
      {dialog?.kind === 'message' && (
        <MessageGuest
          event={event}
          guest={dialog.guest}
          onClose={close}
          onUnavailable={close}
          onSent={() => {
            close()
            toast(messageIsOnItsWay(dialog.guest.name))
          }}
        />
      )}
      {dialog?.kind === 'take-back' && (
        <TakeBack
          eventId={event.id}
          isPaid={!isTrue(event.isFreeOfCharge)}
          guest={dialog.guest}
          onClose={close}
          onUnavailable={close}
          onDone={(ticketId) => {
            close()
            removed(ticketId)
          }}
        />
      )}
    </Section>
  )
}
