// From a chosen file to a key in storage. Every failure is a Sentence, one of the fixed texts.
import { ApiError } from '../../../contract/api-error.ts'
import { Sentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { UploadWatch } from './picture-choice.ts'
import { fileToUpload } from './picture-file.ts'
import { resizePicture } from './resize-picture.ts'
import { grantProblem, uploadErrorText } from './upload-errors.ts'

async function askForAddress(file: File) {
  const api = await loadApi()
  const query = { fileName: file.name, fileType: file.type as 'image/jpeg', fileSize: file.size }
  return api.storage.presignedUrl({ query }).catch((error: unknown) => {
    throw new Sentence(error instanceof ApiError ? uploadErrorText(error.status, error.message) : grantProblem(error))
  })
}

const serverMessage = (text: string) => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    // S3 answers XML.
    return undefined
  }
}

/** XMLHttpRequest, because fetch does not tell how far an upload is. */
const send = (url: string, file: File, { onProgress, signal }: UploadWatch) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (status: number, message?: string) => reject(new Sentence(uploadErrorText(status, message)))
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else fail(request.status, serverMessage(request.responseText))
    }
    request.onerror = () => fail(0)
    request.onabort = () => reject(new DOMException('Another picture was chosen', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.open('PUT', url)
    request.setRequestHeader('content-type', file.type)
    request.send(file)
  })

export async function uploadPicture(chosen: File, watch: UploadWatch): Promise<string> {
  const outcome = fileToUpload(chosen, await resizePicture(chosen))
  if ('problem' in outcome) throw new Sentence(outcome.problem)
  watch.signal.throwIfAborted()
  const { uploadUrl, key } = await askForAddress(outcome.file)
  watch.signal.throwIfAborted()
  await send(uploadUrl, outcome.file, watch)
  return key
}

/** Fails with the same sentences as uploading. */
export async function deletePicture(key: string): Promise<void> {
  try {
    const api = await loadApi()
    await api.storage.deleteFile({ query: { key } })
  } catch (error) {
    const { status, message } = error instanceof ApiError ? error : { status: 0, message: undefined }
    throw new Sentence(uploadErrorText(status, message), { cause: error })
  }
}
