import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import style from './event-form.module.css'

interface Props {
  open: boolean
  title: string
  text: string
  /** The safe choice: the first button. */
  no: string
  yes: string
  onNo: () => void
  onYes: () => void
}

/** Asked before something that people seldom mean. */
export const Question = ({ open, title, text, no, yes, onNo, onYes }: Props) => (
  <Dialog open={open} onClose={onNo} title={title} hideCross>
    <p>{text}</p>
    <div className={style.leave}>
      <Button look="outlined" onClick={onYes}>
        {yes}
      </Button>
      <Button onClick={onNo}>{no}</Button>
    </div>
  </Dialog>
)
