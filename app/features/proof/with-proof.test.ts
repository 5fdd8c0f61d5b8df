import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { callWithProof, provedWork, shared } from './with-proof.ts'

const NEEDED = new ApiError(403, 'Please confirm that it is you', undefined, 'proof_needed')

/** A server that wants a proof until it has one. */
function server() {
  let isProved = false
  const calls: string[] = []
  const call = (name: string) => async () => {
    calls.push(name)
    if (!isProved) throw NEEDED
    return `done ${name}`
  }
  return { calls, call, prove: () => void (isProved = true) }
}

test('what was being done goes on after the proof', async () => {
  const { calls, call, prove } = server()
  const ask = async () => {
    prove()
    return true
  }
  expect(await callWithProof(call('remove'), ask)).toBe('done remove')
  expect(calls).toEqual(['remove', 'remove'])
})

test('somebody who would rather not reads the sentence of the server', async () => {
  const { calls, call } = server()
  await expect(callWithProof(call('remove'), async () => false)).rejects.toThrow('Please confirm that it is you')
  expect(calls).toEqual(['remove'])
})

test('where a password is not enough, the question says so', async () => {
  const strong = new ApiError(403, 'Please confirm with a code', undefined, 'strong_proof_needed')
  const asked: boolean[] = []
  const ask = async (isStrong: boolean) => {
    asked.push(isStrong)
    return false
  }
  for (const refused of [NEEDED, strong])
    await expect(callWithProof(() => Promise.reject(refused), ask)).rejects.toBe(refused)
  expect(asked).toEqual([false, true])
})

test('any other refusal asks nothing', async () => {
  const gone = new ApiError(404, 'Passkey not found', undefined, 'passkey_not_found')
  const ask = () => Promise.reject(new Error('was asked'))
  await expect(callWithProof(() => Promise.reject(gone), ask)).rejects.toBe(gone)
})

test('two calls that come together ask one question, and a later one asks again', async () => {
  const open: ((isProved: boolean) => void)[] = []
  const asked: string[] = []
  const ask = shared<string>((settle, about) => {
    open.push(settle)
    asked.push(about)
  })
  const both = [ask('remove'), ask('add')]
  expect(open).toHaveLength(1)
  open[0]?.(true)
  expect(await Promise.all(both)).toEqual([true, true])
  void ask('add')
  expect(open).toHaveLength(2)
  expect(asked).toEqual(['remove', 'add'])
})

const deletion = { part: 'your-data', act: 'delete', detail: null, userId: 7 }

test('after Google the part that asked goes on for the one who asked', () => {
  expect(provedWork({ proved: deletion }, { part: 'your-data', userId: 7 })).toEqual(deletion)
})

test.each([
  ['another account came back', { proved: deletion }, { part: 'your-data', userId: 8 }],
  ['nobody is known yet', { proved: deletion }, { part: 'your-data', userId: undefined }],
  ['another part asked', { proved: deletion }, { part: 'passkeys', userId: 7 }],
  ['a booking waited', { numberOfTickets: 2 }, { part: 'your-data', userId: 7 }],
  ['nothing waited', null, { part: 'your-data', userId: 7 }],
  ['nothing is named', { proved: { ...deletion, act: undefined } }, { part: 'your-data', userId: 7 }],
  ['it says nothing of whom', { proved: { ...deletion, userId: undefined } }, { part: 'your-data', userId: undefined }],
])('nothing goes on where %s', (_why, resumed, here) => {
  expect(provedWork(resumed, here)).toBeNull()
})
