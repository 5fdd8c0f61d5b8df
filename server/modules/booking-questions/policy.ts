import { AppError } from '../../../contract/errors.ts'
import { offeredBy, type AskedQuestion } from '../../../contract/question-kinds.ts'

/** Without what is empty; null: no answer. */
export function checkAnswer(question: AskedQuestion, given: string[]): string[] | null {
  const answer = given.filter((text) => text !== '')
  if (answer.length === 0) {
    if (question.required) throw new AppError('answer_invalid', { message: `Please answer: ${question.label}` })
    return null
  }
  const offered = offeredBy(question)
  if (offered && answer.some((one) => !offered.includes(one))) throw new AppError('answer_invalid')
  if (question.kind !== 'several' && answer.length > 1)
    throw new AppError('answer_invalid', { message: 'Please give one answer' })
  // In the order of the choices, each once.
  return question.kind === 'several' ? question.choices.filter((choice) => answer.includes(choice)) : answer
}
