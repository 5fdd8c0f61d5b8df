// A form belongs to the account that opened it. Should another one have signed in in another tab since, nothing is saved
// under its name without a word.
import { useRef, useState } from 'react'
import { readStored } from '../../lib/device-storage.ts'
import { fetchProfile } from '../../session/profile-request.ts'
import { useSession } from '../../session/session.tsx'
import { Question } from './question.tsx'
import * as words from './words.tsx'

interface Asked {
  name: string
  answer: (goesOn: boolean) => void
}

export function useSameAccount() {
  const { user } = useSession()
  const [begunBy] = useState(user?.id)
  // The tokens that this form may be saved with: the one it was opened with, and those that were agreed to.
  const agreed = useRef<ReadonlySet<string | null> | null>(null)
  agreed.current ??= new Set([readStored('token'), null])
  const [question, setQuestion] = useState<Asked | null>(null)

  /** Asks the person if the account has changed; throws if the token's owner is unknown. */
  const mayGoOn = async (): Promise<boolean> => {
    const token = readStored('token')
    if (agreed.current?.has(token)) return true
    const { id, firstName, lastName } = await fetchProfile()
    const goesOn =
      id === begunBy ||
      (await new Promise<boolean>((answer) => setQuestion({ name: `${firstName} ${lastName}`, answer })))
    setQuestion(null)
    if (goesOn) agreed.current = new Set([...(agreed.current ?? []), token])
    return goesOn
  }

  const dialog = (
    <Question
      open={question !== null}
      title={words.otherAccount}
      text={words.saveAsOther(question?.name)}
      no={words.keepEditing}
      yes={words.saveAs(question?.name)}
      onNo={() => question?.answer(false)}
      onYes={() => question?.answer(true)}
    />
  )
  return { mayGoOn, dialog }
}
