import { useState } from 'react'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
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
        It is final after {DELETION_DAYS} days. Until then you can sign in and keep it. What others need, such as events
        that took place, stays without your name.
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
            <p>Your places are given back at once, and do not come back if you keep your account after all.</p>
          ) : (
            <>
              <p>At once, and for good:</p>
              <ul>
                <li>your places at upcoming events are given back</li>
                <li>you leave every waiting list</li>
                <li>your page and your name are no longer shown to anybody</li>
                <li>your other devices are signed out; links to the door, calendar feeds and push messages end</li>
              </ul>
              <p>
                After {DELETION_DAYS} days your name, your address and your pictures are gone from Hooley. Signing in
                before lets you keep your account or download your data.
              </p>
              <p>
                Events that other people have booked stay, without your name. Their titles and texts are kept as you
                wrote them, unless you have them removed.
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
          <div className={style.acts}>
            <Button look="outlined" disabled={isBusy} onClick={() => setQuestion('none')}>
              Cancel
            </Button>
            {question === 'second' ? (
              <Button key="sure" disabled={isBusy} onClick={() => void remove()}>
                {isBusy ? 'Deleting...' : 'Yes, delete it'}
              </Button>
            ) : (
              <Button key="continue" onClick={() => setQuestion('second')}>
                Continue
              </Button>
            )}
          </div>
        </div>
      </Dialog>
      {proofDialog}
    </section>
  )
}
