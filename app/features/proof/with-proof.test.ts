import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { callWithProof, shared } from './with-proof.ts'

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

test('any other refusal asks nothing', async () => {
  const gone = new ApiError(404, 'Passkey not found', undefined, 'passkey_not_found')
  const ask = () => Promise.reject(new Error('was asked'))
  await expect(callWithProof(() => Promise.reject(gone), ask)).rejects.toBe(gone)
})

test('two calls that come together ask one question, and a later one asks again', async () => {
  const open: ((isProved: boolean) => void)[] = []
  const ask = shared((settle) => void open.push(settle))
  const both = [ask(), ask()]
  expect(open).toHaveLength(1)
  open[0]?.(true)
  expect(await Promise.all(both)).toEqual([true, true])
  void ask()
  expect(open).toHaveLength(2)
})
