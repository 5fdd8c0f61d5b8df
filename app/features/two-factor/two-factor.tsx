// The working face: switching the second step on, with its recovery codes, and off.
import { useState } from 'react'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { useProof } from '../proof/slot.tsx'
import { AppSetup, type AppSecret } from './app-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import style from './local-switch.module.css'

const FAILED = 'This could not be done. Please try again.'

type Step = { name: 'idle' } | { name: 'setup'; secret: AppSecret } | { name: 'codes'; codes: string[] }

const leftWords = (left: number) => (left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`)

export default function WorkingTwoFactor() {
  const { loaded, refresh, reload } = useCall('two-factor', (api) => api.twoFactor.get())
  const { withProof, proofDialog } = useProof()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  const act = async (call: () => Promise<Step>, success?: string) => {
    setBusy(true)
    setOutcome({})
    try {
      setStep(await withProof(call))
      setOutcome({ success })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, FAILED) })
    } finally {
      setBusy(false)
      refresh()
    }
  }

  const begin = async (): Promise<Step> => ({ name: 'setup', secret: await (await loadApi()).twoFactor.begin() })
  const confirm = async (code: string): Promise<Step> => {
    const { recoveryCodes } = await (await loadApi()).twoFactor.confirm({ body: { code } })
    return { name: 'codes', codes: recoveryCodes }
  }
  const renew = async (): Promise<Step> => {
    const { recoveryCodes } = await (await loadApi()).twoFactor.renewCodes()
    return { name: 'codes', codes: recoveryCodes }
  }
  const end = async (): Promise<Step> => {
    await (await loadApi()).twoFactor.end()
    return { name: 'idle' }
  }

  const isOn = loaded.state === 'loaded' && loaded.value.isOn
  return (
    <section className={style.section} aria-labelledby="two-factor-heading">
      <h2 id="two-factor-heading">Two-Factor Authentication</h2>
      <p className={style.quiet}>A second step at sign-in, for when somebody has learnt your password.</p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>This could not be loaded.</TryAgain>}
      {step.name === 'setup' && (
        <AppSetup
          secret={step.secret}
          isBusy={isBusy}
          onCode={(code) => void act(() => confirm(code), 'Two-factor authentication is on.')}
          onCancel={() => setStep({ name: 'idle' })}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onKept={() => setStep({ name: 'idle' })} />}
      <FormMessage {...outcome} />
      {step.name === 'idle' && loaded.state === 'loaded' && (
        <>
          {isOn && <p>It is on. {leftWords(loaded.value.recoveryCodesLeft)}</p>}
          <div className={style.actions}>
            {isOn && (
              <Button look="outlined" disabled={isBusy} onClick={() => void act(renew)}>
                New recovery codes
              </Button>
            )}
            <Button
              look="outlined"
              disabled={isBusy}
              onClick={() => void (isOn ? act(end, 'Two-factor authentication is off.') : act(begin))}
            >
              {isOn ? 'Disable' : 'Enable'} Two-Factor Authentication
            </Button>
          </div>
        </>
      )}
      {proofDialog}
    </section>
  )
}
