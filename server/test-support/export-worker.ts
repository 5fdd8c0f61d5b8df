// Packs one export and tells by how much its memory has grown at most, and how large the file is.
import { eq } from 'drizzle-orm'
import { readConfig } from '../config.ts'
import { PATIENT } from './patient.ts'
import { dataExports } from '../db/schema/account.ts'
import { createLog } from '../http/request-log.ts'
import { exportData } from '../modules/account/export.ts'
import { openDeps } from '../open-deps.ts'

const { DATABASE_URL, DATA_DIR, EXPORT_ID } = process.env
const config = readConfig({ ...PATIENT, DATABASE_URL, DATA_DIR, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
const opened = await openDeps(config, config.databaseUrl ?? '', createLog(config.logLevel))
const { deps } = opened
const exportId = Number(EXPORT_ID)
const rss = () => process.memoryUsage.rss()
const before = rss()
let peak = before
const watch = setInterval(() => (peak = Math.max(peak, rss())), 5)
const lease = { signal: new AbortController().signal, check: () => undefined }
await exportData(deps, { id: 1, attempt: 1, payload: { exportId }, lease })
clearInterval(watch)
const [made] = await deps.db.select().from(dataExports).where(eq(dataExports.id, exportId))
process.send?.({ grownBy: Math.max(peak, rss()) - before, size: made?.bytes ?? 0 })
await opened.close()
process.disconnect?.()
