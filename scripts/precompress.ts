// After a build: every text asset gets a brotli and a gzip twin, made once with the best quality, sent by @fastify/static.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|ico)$/
const WORTH_IT = 1024

const folder = fileURLToPath(new URL('../build/client', import.meta.url))
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!COMPRESSIBLE.test(name)) continue
  const bytes = readFileSync(join(folder, name))
  if (bytes.length < WORTH_IT) continue
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
