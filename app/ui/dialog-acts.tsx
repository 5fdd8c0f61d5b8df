import { Button } from './button.tsx'

interface Props {
  act: string
  /** Without it the act sends the form that they stand below. */
  onAct?: () => void
  /** What closes it without doing anything. */
  close?: string
  isBusy: boolean
  onClose: () => void
}

/** The two buttons at the end of a dialog. The filled one does what the title asks, whether that keeps or destroys. */
export const DialogActs = ({ act, onAct, close = 'Not now', isBusy, onClose }: Props) => (
  <div className="row wrap gap-8">
    <Button type={onAct ? 'button' : 'submit'} onClick={onAct} disabled={isBusy} aria-busy={isBusy}>
      {act}
    </Button>
    <Button look="text" onClick={onClose} disabled={isBusy}>
      {close}
    </Button>
  </div>
)
