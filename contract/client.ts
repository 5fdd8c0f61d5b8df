// A typed client made from the contract: over HTTP in the browser and in tests, in process while rendering.
import { api, type Api } from './api.ts'
import type { AnyEndpoint, CallInput, CallReply } from './endpoint.ts'
import type { AnyInput, Caller, CallOptions } from './http-caller.ts'

type Call<E> =
  Record<never, never> extends CallInput<E>
    ? (input?: CallInput<E> & CallOptions) => Promise<CallReply<E>>
    : (input: CallInput<E> & CallOptions) => Promise<CallReply<E>>

export type Client = { [Noun in keyof Api]: { [Name in keyof Api[Noun]]: Call<Api[Noun][Name]> } }

export function createClient(call: Caller): Client {
  const bound =
    (endpoint: AnyEndpoint) =>
    (input: AnyInput & CallOptions = {}) =>
      call(endpoint, input, { signal: input.signal })
  const nouns = Object.entries(api).map(([noun, calls]) => [
    noun,
    Object.fromEntries(Object.entries(calls).map(([name, endpoint]) => [name, bound(endpoint as AnyEndpoint)])),
  ])
  return Object.fromEntries(nouns) as Client
}
