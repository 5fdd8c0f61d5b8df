import { Button } from './button.tsx'

interface Props {
  act: string
  /** Without it the act sends the form that they stand below. */
  onAct?: () => void
  /** What closes it without doing anything. */
  close?: string
  /** The act ends something for good, or takes something from somebody. */
  ends?: boolean
  isBusy: boolean
  onClose: () => void
}

/** The two buttons at the end of a dialog. The first does what the title asks: filled, or red where that ends something. */
export const DialogActs = ({ act, onAct, close = 'Not now', ends = false, isBusy, onClose }: Props) => (
  <div className="row wrap gap-8">
    <Button
      type={onAct ? 'button' : 'submit'}
      look={ends ? 'danger' : 'primary'}
      onClick={onAct}
      disabled={isBusy}
      aria-busy={isBusy}
    >
      {act}
    </Button>
    <Button look="outlined" onClick={onClose} disabled={isBusy}>
      {close}
    </Button>
  </div>
)
