import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  open: boolean
  title: string
  text: string
  /** Leaves all as it is. */
  no: string
  yes: string
  /** Yes takes something away. */
  ends?: boolean
  onNo: () => void
  onYes: () => void
}

/** Asked before something that people seldom mean. */
export const Question = ({ open, title, text, no, yes, ends, onNo, onYes }: Props) => (
  <Dialog open={open} onClose={onNo} title={title}>
    <div className="stack gap-20">
      <p>{text}</p>
      <DialogActs act={yes} onAct={onYes} close={no} ends={ends} isBusy={false} onClose={onNo} />
    </div>
  </Dialog>
)
