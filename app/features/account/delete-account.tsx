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
      setProblem(failureSentence(error, 'Your account could not be deleted. Please try again.'))
    } finally {
      setBusy(false)
      setQuestion('none')
    }
  }

  return (
    <section id="delete-account" className={style.section} aria-labelledby="delete-heading">
      <h2 id="delete-heading">Delete your account</h2>
      <p className={style.text}>
        It’s final after {DELETION_DAYS} days. Until then you can log in and keep your account. What others rely on,
        such as past events, stays without your name.
      </p>
      <Button look="outlined" disabled={isBusy} onClick={() => setQuestion('first')}>
        Delete my account
      </Button>
      <FormMessage problem={problem} />
      <Dialog
        open={question !== 'none'}
        onClose={() => setQuestion('none')}
        title={question === 'second' ? 'Are you sure?' : 'Delete your account?'}
        locked={isBusy}
      >
        <div className={style.ask}>
          {question === 'second' ? (
            <p>
              Your places are given back straight away, and you won’t get them back if you keep your account after all.
            </p>
          ) : (
            <>
              <p>Straight away, and for good:</p>
              <ul>
                <li>your places at upcoming events are given back</li>
                <li>you leave every waiting list</li>
                <li>nobody can see your page or your name any more</li>
                <li>
                  your other devices are signed out; door links, calendar feeds and push notifications stop working
                </li>
              </ul>
              <p>
                After {DELETION_DAYS}
                {` days your name, your address and your pictures are deleted from ${SITE.name}. Log in before then to keep your account or download your data.`}
              </p>
              <p>
                Events that other people have booked stay, without your name. Their titles and texts stay as you wrote
                them, unless you remove them.
              </p>
              <label className={style.option}>
                <input
                  type="checkbox"
                  checked={blankEvents}
                  onChange={(event) => setBlankEvents(event.target.checked)}
                />
                Also remove the titles and texts of my events
              </label>
            </>
          )}
          <DialogActs
            key={question}
            act={question === 'first' ? 'Continue' : isBusy ? 'Deleting...' : 'Yes, delete it'}
            onAct={() => (question === 'first' ? setQuestion('second') : void remove())}
            close="Keep my account"
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
