import { useState } from 'react'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './how-it-works.module.css'
import * as words from './words.ts'

function AfreshDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    try {
      await (await loadApi()).recommended.startAfresh()
      toast(words.startedAfresh, { severity: 'success' })
      onDone()
    } catch (error) {
      setProblem(failureSentence(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={words.askToStartAfresh} locked={isBusy}>
      <div className="stack gap-16">
        <p>{words.aboutStartingAfresh}</p>
        <FormMessage problem={problem} />
        <DialogActs act={words.startAfresh} onAct={() => void start()} isBusy={isBusy} onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface Props {
  isMember: boolean
  onAfresh: () => void
}

/** What the list is made from, and the way out of it. Both have one height, because who is here is known late. */
export function HowItWorks({ isMember, onAfresh }: Props) {
  const { open } = useLoginDialog()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={style.how}>
      <p>{isMember ? words.basedOnActs : words.basedOnWhereAndWhen}</p>
      {isMember ? (
        <Button look="outlined" onClick={() => setAsking(true)}>
          {words.startAfresh}
        </Button>
      ) : (
        <Button look="outlined" onClick={() => open({ mode: 'login' })}>
          Login
        </Button>
      )}
      {isAsking && (
        <AfreshDialog
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onAfresh()
          }}
        />
      )}
    </div>
  )
}
