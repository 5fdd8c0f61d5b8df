// Where the browser comes back from the identity provider.
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EXTERNAL_SIGN_IN_REDIRECT_SECONDS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { takeAfterGoogle } from '../../session/after-google.ts'
import { interrupt, resumeAt } from '../../session/interrupted.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Subtitle } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AnswerWanted, receive, SecondStepWanted } from './receive-sign-in.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { useIsLeaving } from './slot.tsx'
import { ENDED, WhoseForm, type WhoseAnswer } from './whose-form.tsx'

type Waiting = ReturnType<typeof takeAfterGoogle>
type Step =
  | { name: 'loading' | 'second-step' | 'asked' | 'closed' | 'reported' }
  | { name: 'signed-in'; waiting: Waiting }
  | { name: 'failed'; problem: string }

export function SignInReturn() {
  const { status, signIn } = useSession()
  const [query] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'loading' })
  const navigate = useNavigate()
  const toast = useToast()
  // A code can be exchanged once.
  const hasBegun = useRef(false)

  useEffect(() => {
    if (status === 'unknown' || status === 'loading' || hasBegun.current) return
    hasBegun.current = true
    receive(query, { signIn, isSignedIn: status === 'signed-in' }).then(
      () => setStep({ name: 'signed-in', waiting: takeAfterGoogle() }),
      (error: unknown) => {
        if (error instanceof SecondStepWanted) return setStep({ name: 'second-step' })
        if (error instanceof AnswerWanted) return setStep({ name: 'asked' })
        takeAfterGoogle()
        setStep({ name: 'failed', problem: failureSentence(error, messages.googleFailed) })
      },
    )
  }, [status, query, signIn])

  useEffect(() => {
    if (step.name !== 'signed-in' && step.name !== 'failed') return
    const leave = (to = '/') => void navigate(to, { replace: true })
    if (step.name === 'signed-in') {
      const { waiting } = step
      toast(messages.googleSignedIn)
      if (!waiting) return leave()
      // A booking was waiting for this: it goes on where it was pressed.
      interrupt(waiting.path, waiting.work)
      resumeAt(waiting.path)
      return leave(waiting.path)
    }
    toast(messages.googleSignInFailed, { severity: 'error' })
  }, [step, navigate, toast])

  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (step.name !== 'failed' || isLeaving) return
    const goHome = () => void navigate('/', { replace: true })
    const timer = setTimeout(goHome, EXTERNAL_SIGN_IN_REDIRECT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [step, navigate, isLeaving])

  const finish = async (token: string) => {
    await signIn(token)
    setStep({ name: 'signed-in', waiting: takeAfterGoogle() })
  }
  const enterCode = async (code: string) => {
    const api = await loadApi()
    const { access_token: token } = await api.auth.secondStep({ body: { code } })
    await finish(token)
  }

  if (step.name === 'second-step')
    return (
      <Page narrow>
        <h1>One more step</h1>
        <SecondStepForm onCode={enterCode} onToken={finish} />
      </Page>
    )
  if (step.name === 'asked')
    return (
      <Page narrow>
        <h1>One more step</h1>
        <AnswerAfterGoogle onToken={finish} onEnded={(name) => setStep({ name })} />
      </Page>
    )
  if (step.name === 'closed' || step.name === 'reported')
    return (
      <Page narrow>
        <p role="status">{ENDED[step.name]}</p>
      </Page>
    )
  if (step.name !== 'failed') return <Spinner label="Signing you in" />
  return (
    <Page centred>
      <h1>Authentication Failed</h1>
      <div role="alert">
        <Subtitle>{step.problem}</Subtitle>
      </div>
      <ButtonLink to="/login" replace>
        Log in with your email instead
      </ButtonLink>
      <ButtonLink to="/" replace look="outlined">
        Go to Homepage
      </ButtonLink>
    </Page>
  )
}

interface AnswerProps {
  onToken: (token: string) => Promise<void>
  onEnded: (how: keyof typeof ENDED) => void
}

function AnswerAfterGoogle({ onToken, onEnded }: AnswerProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const answer = async (body: WhoseAnswer) => {
    setBusy(true)
    setProblem(null)
    try {
      const api = await loadApi()
      const { access_token: token, ended } = await api.auth.answerGoogle({ body })
      if (token) await onToken(token)
      else onEnded(ended ?? 'closed')
    } catch (error) {
      setProblem(failureSentence(error, messages.googleFailed))
      setBusy(false)
    }
  }
  return (
    <WhoseForm
      whose="booking"
      isPage
      asksPassword
      problem={problem}
      isBusy={isBusy}
      onAnswer={(given) => void answer(given)}
    />
  )
}
