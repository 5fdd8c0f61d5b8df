import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { readStored } from '../../lib/device-storage.ts'
import { forgetForm } from './kept-form.ts'
import { Question } from './question.tsx'
import * as words from './words.tsx'

interface Props {
  isActive: () => boolean
  /** What is written is found again when the page is opened the next time. */
  isKept: () => boolean
}

/** Asks before what was written is lost: our own question inside the app, the browser's when it is closed. */
export function LeaveGuard({ isActive, isKept }: Props) {
  // A session that has expired leads to the login dialog; nobody can save here without one.
  const blocker = useBlocker(() => isActive() && readStored('token') !== null)

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isActive() && !isKept()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive, isKept])

  return (
    <Question
      open={blocker.state === 'blocked'}
      title={words.leaveWithoutSaving}
      text={words.notSavedYet}
      no={words.keepEditing}
      yes="Leave"
      ends
      onNo={() => blocker.reset?.()}
      onYes={() => {
        forgetForm()
        blocker.proceed?.()
      }}
    />
  )
}
