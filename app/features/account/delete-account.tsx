import { SITE } from '../../../contract/site.ts'
import { useState } from 'react'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './your-data.module.css'
import * as words from './leaving-words.ts'

type Question = 'none' | 'first' | 'second'

export function DeleteAccount() {
  const { setUser } = useSession()
  const { withProof, proofDialog } = useProof('delete-account', { delete: () => void remove() })
  const [question, setQuestion] = useState<Question>('none')
  const [blankEvents, setBlankEvents] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const remove = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const api = await loadApi()
      await withProof(() => api.account.deleteAccount({ body: { blankEvents } }), 'delete')
      // From now on every screen shows how to keep it, and nothing else.
      setUser(await api.users.profile())
    } catch (error) {
      setProblem(failureSentence(error, words.notDeleted))
    } finally {
      setBusy(false)
      setQuestion('none')
    }
  }

  return (
    <section id="delete-account" className={style.section} aria-labelledby="delete-heading">
      <h2 id="delete-heading">{words.deleteYourAccount}</h2>
      <p className={style.text}>{words.finalAfter(DELETION_DAYS)}</p>
      <Button look="outlined" disabled={isBusy} onClick={() => setQuestion('first')}>
        {words.deleteMyAccount}
      </Button>
      <FormMessage problem={problem} />
      <Dialog
        open={question !== 'none'}
        onClose={() => setQuestion('none')}
        title={question === 'second' ? words.areYouSure : words.askToDelete}
        locked={isBusy}
      >
        <div className={style.ask}>
          {question === 'second' ? (
            <p>{words.placesAreGivenBack}</p>
          ) : (
            <>
              <p>{words.straightAway}</p>
              <ul>
                <li>{words.bookingsEnd}</li>
                <li>{words.waitingEnds}</li>
                <li>{words.nobodySeesYou}</li>
                <li>{words.devicesEnd}</li>
              </ul>
              <p>{words.whatIsDeleted(DELETION_DAYS, SITE.name)}</p>
              <p>{words.bookedEventsStay}</p>
              <label className={style.option}>
                <input
                  type="checkbox"
                  checked={blankEvents}
                  onChange={(event) => setBlankEvents(event.target.checked)}
                />
                {words.removeTexts}
              </label>
            </>
          )}
          <DialogActs
            key={question}
            act={question === 'first' ? 'Continue' : isBusy ? 'Deleting...' : words.yesDelete}
            onAct={() => (question === 'first' ? setQuestion('second') : void remove())}
            close={words.keepMyAccount}
            ends
            isBusy={isBusy}
            onClose={() => setQuestion('none')}
          />
        </div>
      </Dialog>
      {proofDialog}
    </section>
  )
}
