import type { OpenSurvey } from '../../../contract/surveys.ts'
import { ask } from '../../data/ask.ts'
import { isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { forgetKey, keyFor } from './kept-keys.ts'

interface Sent {
  survey: OpenSurvey
  ticketId: number
  /** Of an email's link; without one the session's is sent. */
  token?: string
  answers: string[][]
}

async function sendNamed({ survey, ticketId, token, answers }: Sent) {
  const input = { params: { surveyId: survey.id }, body: { ticketId, version: survey.version, answers } }
  await ask(async () => (await loadApi(token)).surveys.answer(input))
}

/** First who takes part, for a ballot; then the sheet with the ballot alone. Each is repeated until it has arrived. */
async function sendAnonymously({ survey: { id: surveyId, version }, ticketId, token, answers }: Sent) {
  const key = keyFor(surveyId, ticketId)
  const input = { params: { surveyId }, headers: { 'idempotency-key': key }, body: { ticketId } }
  const { ballot } = await ask(async () => (await loadApi(token)).surveys.ballot(input))
  const sheet = { params: { surveyId }, body: { ballot, version, answers } }
  await ask(async () => (await loadApi()).surveys.sheet(sheet)).catch((error: unknown) => {
    // It had arrived, and only its answer was lost.
    if (!isRefusal(error, 'ballot_used')) throw error
  })
  forgetKey(surveyId, ticketId)
}

export const sendAnswers = (sent: Sent) => (sent.survey.anonymous ? sendAnonymously(sent) : sendNamed(sent))
