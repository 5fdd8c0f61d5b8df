import { ApiError } from '../../contract/errors.ts'
import { messages } from '../../contract/messages.ts'

/** The client, loaded on first use: zod and the contract are not part of the first view. */
export const loadApi = async () => {
  try {
    return (await import('./api.ts')).api
  } catch (cause) {
    // Without a network not even the client arrives; the person reads what they would read for any other call.
    throw Object.assign(new ApiError(0, messages.networkError), { cause })
  }
}
