import { Button } from '../../ui/button.tsx'
import acts from './acts.module.css'

interface Props {
  act: string
  /** What closes it without doing anything. */
  close?: string
  isBusy: boolean
  onClose: () => void
}

/** The two buttons below a dialog's form. */
export const FormActs = ({ act, close = 'Not now', isBusy, onClose }: Props) => (
  <div className={acts.row}>
    <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
      {act}
    </Button>
    <Button look="text" onClick={onClose} disabled={isBusy}>
      {close}
    </Button>
  </div>
)
