// The working face: switching the second step on, with its recovery codes, and off.
import { useState } from 'react'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { useProof } from '../proof/slot.tsx'
import { AppSetup, type AppSecret } from './app-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as words from './words.tsx'

type Step = { name: 'idle' } | { name: 'setup'; secret: AppSecret } | { name: 'codes'; codes: string[] }

const ACTS = {
  begin: async (): Promise<Step> => ({ name: 'setup', secret: await (await loadApi()).twoFactor.begin() }),
  confirm: async (code = ''): Promise<Step> => {
    const { recoveryCodes } = await (await loadApi()).twoFactor.confirm({ body: { code } })
    return { name: 'codes', codes: recoveryCodes }
  },
  renew: async (): Promise<Step> => {
    const { recoveryCodes } = await (await loadApi()).twoFactor.renewCodes()
    return { name: 'codes', codes: recoveryCodes }
  },
  end: async (): Promise<Step> => {
    await (await loadApi()).twoFactor.end()
    return { name: 'idle' }
  },
}

type ActName = keyof typeof ACTS

const SUCCESS: Partial<Record<ActName, string>> = {
  confirm: words.isOn,
  end: words.isOff,
}

export default function WorkingTwoFactor() {
  const { loaded, refresh, reload } = useCall('two-factor', (api) => api.twoFactor.get())
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  const { withProof, proofDialog } = useProof('two-factor', {
    begin: () => void act('begin'),
    renew: () => void act('renew'),
    end: () => void act('end'),
  })

  const act = async (name: ActName, code?: string) => {
    setBusy(true)
    setOutcome({})
    try {
      // The app's secret is lost with the page: somebody who went to Google and back starts over.
      setStep(await withProof(() => ACTS[name](code), name === 'confirm' ? 'begin' : name))
      setOutcome({ success: SUCCESS[name] })
    } catch (error) {
      setOutcome({ problem: failureSentence(error) })
    } finally {
      setBusy(false)
      refresh()
    }
  }

  const isOn = loaded.state === 'loaded' && loaded.value.isOn
  return (
    <section id="two-factor" className={ruled.section} aria-labelledby="two-factor-heading">
      <h2 id="two-factor-heading">{words.twoFactor}</h2>
      <p className="quiet">{words.aboutTwoFactor}</p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>{words.notLoaded}</TryAgain>}
      {step.name === 'setup' && (
        <AppSetup
          secret={step.secret}
          isBusy={isBusy}
          onCode={(code) => void act('confirm', code)}
          onCancel={() => setStep({ name: 'idle' })}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onKept={() => setStep({ name: 'idle' })} />}
      <FormMessage {...outcome} />
      {step.name === 'idle' && loaded.state === 'loaded' && (
        <>
          {isOn && <p>{words.itIsOn(words.codesLeft(loaded.value.recoveryCodesLeft))}</p>}
          <div className="row wrap gap-12">
            {isOn && (
              <Button look="outlined" disabled={isBusy} onClick={() => void act('renew')}>
                {words.newRecoveryCodes}
              </Button>
            )}
            <Button look="outlined" disabled={isBusy} onClick={() => void act(isOn ? 'end' : 'begin')}>
              {words.switchTwoFactor(isOn ? 'Disable' : 'Enable')}
            </Button>
          </div>
        </>
      )}
      {proofDialog}
    </section>
  )
}
