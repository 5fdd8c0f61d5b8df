import { useState } from 'react'
import type { EmailKind } from '../../../contract/email-kinds.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { dress, undressed } from './email-styles.ts'
import style from './emailers.module.css'
import * as words from './words.ts'

interface Props {
  eventId: number
  kind: EmailKind
  words: { subject: string; text: string }
  onClose: () => void
}

/**
 * The email as the server would send it, in a frame where no script runs and no link leads anywhere. It is of the same origin
 * so that we can hand it its styles: the policy of our pages allows none inside a document.
 */
function EmailFrame({ html }: { html: string }) {
  const [plain] = useState(() => undressed(html))
  return (
    <iframe
      title={words.theEmail}
      className={style.frame}
      sandbox="allow-same-origin"
      srcDoc={plain.html}
      onLoad={(event) => dress(event.currentTarget, plain.css)}
    />
  )
}

export default function EmailPreview({ eventId, kind, words: written, onClose }: Props) {
  const { loaded } = useCall(JSON.stringify(written), (api) =>
    api.eventEmails.preview({ params: { eventId, kind }, body: written }),
  )
  return (
    <Dialog open onClose={onClose} title={words.asGuestsRead}>
      <div className={style.preview}>
        {loaded.state === 'loading' && <Spinner label={words.loadingPreview} />}
        {loaded.state === 'failed' && <FormMessage problem={failureSentence(loaded.error, words.previewNotMade)} />}
        {loaded.state === 'loaded' && (
          <>
            <p className="strong">{loaded.value.subject}</p>
            <EmailFrame key={loaded.value.html} html={loaded.value.html} />
          </>
        )}
      </div>
    </Dialog>
  )
}
