// The fixed texts of upload errors; deleting a file shares them.
import { messages } from '../../../contract/messages.ts'

/** `status` 0: no response. */
export function uploadErrorText(status: number, serverMessage?: string): string {
  if (status === 0) return messages.networkError
  if (status === 403) return messages.uploadForbidden
  if (status === 404) return messages.uploadNotFound
  return messages.uploadServerError(status, serverMessage || undefined)
}

interface Issue {
  path: PropertyKey[]
}

/** The answer to the question for an address was not what the contract says; `error` tells what was missing. */
export function grantProblem(error: unknown): string {
  const issues = (error as { issues?: Issue[] } | null)?.issues ?? []
  const isMissing = (field: string) => issues.some(({ path }) => path[0] === field)
  if (isMissing('uploadUrl')) return messages.uploadNoUrl
  if (isMissing('key')) return messages.uploadNoKey
  return messages.uploadInvalidResponse
}
