import type { Readable } from 'node:stream'

/** A handler's answer when the plain value is not enough: headers, another status, or a stream. */
export class Answer {
  readonly body: unknown
  readonly headers: Record<string, string | string[]>
  readonly status: number | undefined

  constructor(body: unknown, options: { headers?: Record<string, string | string[]>; status?: number } = {}) {
    this.body = body
    this.headers = options.headers ?? {}
    this.status = options.status
  }
}

export const redirectTo = (location: string, headers: Record<string, string | string[]> = {}) =>
  new Answer(undefined, { headers: { ...headers, location }, status: 302 })

export const download = (stream: Readable, fileName: string, contentType: string) =>
  new Answer(stream, {
    headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
  })
