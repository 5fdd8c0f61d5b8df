import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { typeOfKey, type Storage } from './storage.ts'

export function diskStorage(folder: string, shared: Pick<Storage, 'addresses' | 'deleted'>): Storage {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error('key leads out of the storage folder')
    return path
  }
  return {
    publicBase: '/uploads',
    origins: [],
    ...shared,
    takesFilesDirectly: false,
    signUpload: (grant) => Promise.resolve(shared.addresses.sign(grant)),
    async put(key, bytes) {
      const path = pathOf(key)
      const half = `${path}.${randomUUID()}.part`
      try {
        await mkdir(dirname(path), { recursive: true })
        const file = await open(half, 'wx', 0o644)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(half, path)
      } catch (cause) {
        await rm(half, { force: true }).catch(() => undefined)
        throw new AppError('storage_unavailable', { cause, retryAfterSeconds: 5 })
      }
    },
    async putFile(key, from) {
      const path = pathOf(key)
      const half = `${path}.${randomUUID()}.part`
      try {
        await mkdir(dirname(path), { recursive: true })
        await copyFile(from, half)
        await chmod(half, 0o600)
        await rename(half, path)
      } catch (cause) {
        await rm(half, { force: true }).catch(() => undefined)
        throw new AppError('storage_unavailable', { cause, retryAfterSeconds: 5 })
      }
    },
    async read(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { stream: createReadStream(path), contentType: typeOfKey(key), size: found.size }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((cause: unknown) => {
        throw new AppError('storage_unavailable', { cause, retryAfterSeconds: 5 })
      })
    },
  }
}
