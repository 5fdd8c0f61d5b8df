import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Storage } from './storage.ts'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
}

export function diskStorage(folder: string, signUpload: Storage['signUpload']): Storage {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error('key leads out of the storage folder')
    return path
  }
  return {
    publicBase: '/uploads',
    signUpload,
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const half = `${path}.${randomUUID()}.part`
      try {
        const file = await open(half, 'wx', 0o644)
        await file.writeFile(bytes)
        await file.sync()
        await file.close()
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async read(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      const contentType = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return { stream: createReadStream(path), contentType, size: found.size }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
