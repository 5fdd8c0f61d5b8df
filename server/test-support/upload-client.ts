// Uploading, reading and deleting pictures as a browser does.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { uploads } from '../db/schema/storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Person, World } from './world.ts'

export interface Answer {
  status: number
  message: string
}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

export function uploadClient(w: World) {
  const start = (person: Person, fileType: PictureType = 'image/jpeg') =>
    person.api.storage.presignedUrl({ query: { fileName: 'poster', fileType } })

  const put = async (url: string, bytes: Buffer, type: string): Promise<Answer> => {
    const response = await w.app.inject({ method: 'PUT', url, payload: bytes, headers: { 'content-type': type } })
    return { status: response.statusCode, message: response.json<{ message?: string }>().message ?? '' }
  }

  return {
    start,
    put,
    async upload(person: Person, bytes: Buffer, type: PictureType = 'image/jpeg') {
      const { uploadUrl, key } = await start(person, type)
      return { ...(await put(uploadUrl, bytes, type)), key, uploadUrl }
    },
    remove: (person: Person, key: string) =>
      w.app
        .inject({
          method: 'DELETE',
          url: `/api/s3/delete-file?key=${key}`,
          headers: { authorization: `Bearer ${person.token}` },
        })
        .then((response) => response.statusCode),
    statusOf: async (key: string) => (await w.app.inject({ url: `/uploads/${key}` })).statusCode,
    /** The files of one picture that are in the storage folder. */
    filesOf: async (key: string) => {
      const stem = key.replace('events/', '').replace(/\.\w+$/, '')
      const all = await readdir(join(w.deps.config.dataDir, 'uploads', 'events')).catch(() => [])
      return all.filter((name) => name.startsWith(stem)).sort()
    },
    rowOf: async (key: string) => (await w.deps.db.select().from(uploads).where(eq(uploads.key, key)))[0],
  }
}

/** Until the returned function is called or the test ends, one method of the world's storage does something else. */
export function replaceStorage<Name extends 'put' | 'read' | 'remove'>(w: World, name: Name, other: Storage[Name]) {
  const own = w.deps.storage[name]
  Object.assign(w.deps.storage, { [name]: other })
  const restore = () => void Object.assign(w.deps.storage, { [name]: own })
  onTestFinished(restore)
  return restore
}
