// Where the account is signed in, in the tab Password & Security.
import { useState } from 'react'
import type { Session } from '../../../contract/security.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { KeptPrograms, NONE_KEPT, programsChanged, usePrograms } from '../api-keys/slot.tsx'
import style from './passkey-section.module.css'
import { lastUseWords } from './session-words.ts'
import * as words from './words.ts'

type Api = Awaited<ReturnType<typeof loadApi>>

/** Somebody who ends sessions because of an intruder needs to know what stays. */
async function passkeysLeft(api: Api): Promise<string> {
  const passkeys = await api.passkeys.list().catch(() => [])
  if (passkeys.length === 0) return ''
  return ` ${words.passkeysStay(passkeys.map(({ name }) => name))}`
}

const keptIn = ({ keepKeys, keepWebhooks }: typeof NONE_KEPT) => ({
  ...(keepKeys.length > 0 && { keepKeys: keepKeys.join(',') }),
  ...(keepWebhooks.length > 0 && { keepWebhooks: keepWebhooks.join(',') }),
})

const wordsOf = (session: Session) => lastUseWords(session, new Date(), browserTimeZone())

export function SessionSection() {
  const { loaded, refresh, reload } = useCall('sessions', (api) => api.security.listSessions())
  const { loaded: programs } = usePrograms()
  const [kept, setKept] = useState(NONE_KEPT)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  const end = async (done: string, call: (api: Api) => Promise<unknown>) => {
    setBusy(true)
    setOutcome({})
    try {
      const api = await loadApi()
      await call(api)
      setOutcome({ success: `${done} ${words.alsoEnded}${await passkeysLeft(api)}` })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, words.sessionNotEnded) })
    } finally {
      setBusy(false)
      refresh()
      programsChanged()
    }
  }

  return (
    <section className={ruled.section} aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{words.whereLoggedIn}</h2>
      <p className="quiet">{words.aboutSessions}</p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>{words.sessionsNotLoaded}</TryAgain>}
      {loaded.state === 'loaded' && (
        <ul role="list" className={ruled.list}>
          {loaded.value.map((session) => (
            <li key={session.id} className={ruled.row}>
              <span>
                <strong>{session.device}</strong>
                {session.isCurrent && <span className={style.chip}>{words.thisDevice}</span>}
                <span className={ruled.facts}>{wordsOf(session)}</span>
              </span>
              {!session.isCurrent && (
                <Button
                  look="text"
                  disabled={isBusy}
                  aria-label={words.endSessionOf(session.device)}
                  onClick={() =>
                    void end(words.isSignedOut(session.device), (api) =>
                      api.security.endSession({ params: { sessionId: session.id }, query: keptIn(kept) }),
                    )
                  }
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {programs.state === 'loaded' && loaded.state === 'loaded' && loaded.value.length > 1 && (
        <KeptPrograms programs={programs.value} kept={kept} onChange={setKept} />
      )}
      {loaded.state === 'loaded' && loaded.value.length > 1 && (
        <Button
          look="outlined"
          disabled={isBusy}
          onClick={() =>
            void end(words.othersAreSignedOut, (api) => api.security.endOtherSessions({ query: keptIn(kept) }))
          }
        >
          {words.endAllOthers}
        </Button>
      )}
      <FormMessage {...outcome} />
    </section>
  )
}
