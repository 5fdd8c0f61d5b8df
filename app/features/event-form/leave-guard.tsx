import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { readStored } from '../../lib/device-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import style from './event-form.module.css'

/** Asks before what was written is lost: our own question inside the app, the browser's when it is closed. */
export function LeaveGuard({ isActive }: { isActive: () => boolean }) {
  // A session that has expired leads to the login dialog; nobody can save here without one.
  const blocker = useBlocker(() => isActive() && readStored('token') !== null)

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isActive()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      hideCross
    >
      <p>What you have written here is not saved yet.</p>
      <div className={style.leave}>
        <Button look="outlined" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button onClick={() => blocker.reset?.()}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
