// Keys for other programs, in the tab Password & Security and in the settings.
import { useState, type ReactNode } from 'react'
import type { ApiKey } from '../../../contract/api-keys.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './api-keys.module.css'
import { programsChanged, usePrograms } from './kept-keys.tsx'
import { KeyForm, type NewKey } from './key-form.tsx'
import * as words from './words.ts'

/** Something to copy now: a key, or the secret of a webhook. */
export function ShownOnce({ noun, value, children }: { noun: string; value: string; children?: ReactNode }) {
  return (
    <div className={style.made} role="status">
      <strong>{words.copyNow(noun)}</strong>
      {children}
      <LinkToCopy url={value} label={words.yourNew(noun)} what={noun === 'key' ? 'Key' : 'Secret'} />
    </div>
  )
}

export function KeySection() {
  const { loaded, reload } = usePrograms()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const { isBusy, outcome, act, forget } = useAct(words.keyNotMade, programsChanged)
  const keys = loaded.state === 'loaded' ? loaded.value.keys : []

  const make = async (wish: NewKey) => {
    const api = await loadApi()
    const { key } = await withProof(() => api.apiKeys.make({ body: wish }), 'make', JSON.stringify(wish))
    setMade(key)
    setMaking(false)
    return undefined
  }

  const { withProof, proofDialog } = useProof('api keys', {
    make: (wish) => void act(() => make(JSON.parse(String(wish)) as NewKey)),
  })

  const end = async ({ id, name }: ApiKey) => {
    await (await loadApi()).apiKeys.end({ params: { keyId: id } })
    setMade(null)
    return words.noLongerWorks(name)
  }

  return (
    <section id="api-keys" className={ruled.section} aria-labelledby="api-keys-heading">
      <h2 id="api-keys-heading">{words.keysForPrograms}</h2>
      <p className="quiet">
        {words.aboutKeys} <a href="/api/docs">{words.whatTheyCanDo}</a>
      </p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>{words.keysNotLoaded}</TryAgain>}
      {keys.length > 0 && (
        <ul role="list" className={ruled.list}>
          {keys.map((key) => (
            <li key={key.id} className={ruled.row}>
              <span>
                <strong>{key.name}</strong> <span className="quiet">…{key.ending}</span>
                <span className={ruled.facts}>{words.factsOf(key)}</span>
              </span>
              <Button
                look="text"
                disabled={isBusy}
                aria-label={words.endKey(key.name)}
                onClick={() => void act(() => end(key))}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {made && <ShownOnce noun="key" value={made} />}
      {isMaking ? (
        <KeyForm isBusy={isBusy} onMake={(wish) => void act(() => make(wish))} onCancel={() => setMaking(false)} />
      ) : (
        <Button
          look="outlined"
          onClick={() => {
            setMade(null)
            forget()
            setMaking(true)
          }}
        >
          {words.makeKey}
        </Button>
      )}
      <FormMessage {...outcome} />
      {proofDialog}
    </section>
  )
}
