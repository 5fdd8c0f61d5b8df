// What question editors and question fields say.
import { BOOKING_QUESTIONS } from '../../contract/limits.ts'

export const question = (number: number) => `Question ${number}`
export const label = 'What do you ask?'
export const kind = 'What is the answer?'
export const choices = 'Choices'
export const choicesHint = `One in each line, from 2 to ${BOOKING_QUESTIONS.choices}.`
export const required = 'Required'
export const remove = 'Remove'
export const removeQuestion = (number: number) => `Remove question ${number}`
export const add = 'Add a question'
export const noAnswer = 'No answer'
