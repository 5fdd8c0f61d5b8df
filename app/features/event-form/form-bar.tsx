import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import style from './form-bar.module.css'
import * as words from './words.tsx'

interface Props {
  cancelTo: string
  saving: 'draft' | 'publish' | null
  isWaiting: boolean
  /** Why the last press came to nothing: where the press was, and where it is seen on a phone. */
  reason: string | null
  remedy?: { label: string; onClick: () => void }
  /** Why an event cannot be made a draft any more. */
  whyNoDraft?: string
  note?: ReactNode
  /** What saving brings about. */
  warning?: string
}

export const FormBar = ({ cancelTo, saving, isWaiting, reason, remedy, whyNoDraft, note, warning }: Props) => (
  <>
    {note && <p className={style.note}>{note}</p>}
    <div className={style.bar}>
      <div className={style.reason}>
        <FormMessage problem={reason} />
        <div role="status" className={warning ? undefined : style.silent}>
          {warning && <p className="strong">{warning}</p>}
        </div>
        {remedy && (
          <Button look="outlined" onClick={remedy.onClick}>
            {remedy.label}
          </Button>
        )}
        {whyNoDraft && (
          <p id="why-no-draft" className={style.why}>
            {whyNoDraft}
          </p>
        )}
      </div>
      <div className={style.actions}>
        <ButtonLink to={cancelTo} look="text" className={style.cancel}>
          Cancel
        </ButtonLink>
        <Button
          type="submit"
          look="outlined"
          value="draft"
          disabled={isWaiting || whyNoDraft !== undefined}
          aria-describedby={whyNoDraft ? 'why-no-draft' : undefined}
        >
          {saving === 'draft' ? 'Saving...' : words.saveDraft}
        </Button>
        <Button type="submit" value="publish" disabled={isWaiting}>
          {saving === 'publish' ? 'Publishing...' : 'Publish'}
        </Button>
      </div>
    </div>
  </>
)
