import { expect, test } from 'vitest'
import { enterStack, isFloorFree, leaveStack, takeFloor, topmost } from './dialog-stack.ts'

const dialog = () => {
  const played = { isOpen: true, close: () => (played.isOpen = false) }
  return played as typeof played & HTMLDialogElement
}

test('a dialog that nobody asked for makes room for one that somebody did, and may come back after it', () => {
  const [question, login] = [dialog(), dialog()]
  enterStack(question)
  expect(isFloorFree()).toBe(true)
  takeFloor(login)
  expect(question.isOpen).toBe(false)
  expect(isFloorFree()).toBe(false)
  enterStack(login)
  expect(topmost()).toBe(login)
  leaveStack(login)
  expect(isFloorFree()).toBe(true)
  expect(topmost()).toBeNull()
})

test('a dialog over another that somebody asked for leaves it open below', () => {
  const [form, leave] = [dialog(), dialog()]
  for (const one of [form, leave]) {
    takeFloor(one)
    enterStack(one)
  }
  expect(form.isOpen).toBe(true)
  expect(topmost()).toBe(leave)
  leaveStack(leave)
  expect(topmost()).toBe(form)
  leaveStack(form)
})
