// Mail server away, storage full, storage away: what waits arrives once, what failed leaves nothing behind.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { audit, Bookers } from './bookers.ts'
import { freePort } from '../../server/test-support/free-port.ts'
import { MailSink } from './mail-sink.ts'
import { ms, type Scenario } from './scenario.ts'
import { Stack, type Account, type Instance } from './stack.ts'

const MAILS_MS = 90_000

const smtpDown = () =>
  Stack.with(async (stack) => {
    const port = await freePort()
    const server = await stack.server({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const accounts = await stack.accounts(10)
    const eventId = await stack.event(accounts[0]!, 1_000)
    const bookers = new Bookers()
    bookers.start(accounts, eventId, () => server.url, 400)
    await wait(1_000)
    await bookers.stop()
    const waiting = () =>
      stack.postgres
        .query<{ n: number }>(`select count(*)::int as n from mails where status <> 'sent'`)
        .then(([row]) => row?.n ?? 0)
    const waited = await waiting()

    const sink = await MailSink.open(port)
    const from = Date.now()
    while ((await waiting()) > 0 && Date.now() - from < MAILS_MS) await wait(500)
    const left = await waiting()
    await sink.close()
    const { received, doubled } = sink
    return {
      times: `${waited} mails`,
      seen: `all received ${ms(Date.now() - from)} after the mail server was back`,
      lost: [
        ...(waited !== bookers.answered.length
          ? [`${waited} mails waited for ${bookers.answered.length} bookings`]
          : []),
        ...(left ? [`${left} mails were not sent`] : []),
        ...(received.length - doubled !== waited ? [`${received.length - doubled} of ${waited} mails arrived`] : []),
        ...(doubled ? [`${doubled} mails arrived twice`] : []),
        ...(await audit(stack, bookers)),
      ],
    }
  })

/** Noise, which no compression makes small. */
const noise = (width: number) =>
  sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer()

async function upload(server: Instance, { token }: Account, bytes: Buffer) {
  const headers = { authorization: `Bearer ${token}` }
  const asked = await fetch(`${server.url}/api/s3/presigned-url?fileName=a.png&fileType=image/png`, { headers })
  const { uploadUrl, key } = (await asked.json()) as { uploadUrl: string; key: string }
  const from = performance.now()
  const put = await fetch(new URL(uploadUrl, server.url), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  const { message } = (await put.json()) as { message?: string }
  return {
    status: put.status,
    key,
    message,
    retryAfter: put.headers.get('retry-after'),
    took: performance.now() - from,
  }
}

/** Pictures that the database calls stored and that cannot be read, or the other way round. */
async function halfStored(stack: Stack, server: Instance) {
  const rows = await stack.postgres.query<{ key: string; stored: boolean; widths: number[] }>(
    'select key, stored_at is not null as stored, widths from uploads',
  )
  let broken = 0
  for (const { key, stored, widths } of rows) {
    const keys = stored ? [key, ...widths.map((width) => `${key.replace(/\.[^.]+$/, '')}-${width}.webp`)] : []
    for (const one of keys) if ((await fetch(`${server.url}/uploads/${one}`)).status !== 200) broken++
  }
  return broken ? [`${broken} pictures are called stored and cannot be read`] : []
}

const diskFull = () =>
  Stack.with(async (stack) => {
    const data = join(stack.folder, 'small')
    await mkdir(data)
    // A file system of 4 MB that only this server sees.
    const wrap = ['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o size=4m none '${data}' && exec "$@"`, 'sh']
    const server = await stack.server({ DATA_DIR: data }, wrap)
    const [account] = await stack.accounts(1)
    const picture = await noise(500)
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await upload(server, account!, picture))
    const full = answers.filter(({ status }) => status === 503)
    const stored = answers.filter(({ status }) => status === 200)
    // Deleting makes room.
    for (const { key } of stored.slice(0, 2)) {
      const headers = { authorization: `Bearer ${account!.token}` }
      await fetch(`${server.url}/api/s3/delete-file?key=${key}`, { method: 'DELETE', headers })
    }
    const again = await upload(server, account!, picture)
    const parts = readdirSync(`/proc/${server.pid}/root${data}`, { recursive: true }).filter((name) =>
      String(name).endsWith('.part'),
    )
    return {
      times: `${answers.length} uploads`,
      seen: `${stored.length} stored, ${full.length} told to come back`,
      lost: [
        ...(full.length === 0 ? ['the disk was never full'] : []),
        ...(answers.length - full.length - stored.length
          ? [`answers ${answers.map(({ status }) => status).join(', ')}`]
          : []),
        ...(full.some(({ message, retryAfter }) => !message?.startsWith('Pictures cannot be stored') || !retryAfter)
          ? ['a refusal without its sentence or Retry-After']
          : []),
        ...(again.status === 200 ? [] : [`after room was made: ${again.status}`]),
        ...(parts.length ? [`${parts.length} half files are left`] : []),
        ...(await halfStored(stack, server)),
      ],
    }
  })

const s3Down = () =>
  Stack.with(async (stack) => {
    const server = await stack.server({
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_BUCKET: 'hooley',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    const [account] = await stack.accounts(1)
    const picture = await noise(100)
    const answers = []
    for (let n = 0; n < 10; n++) answers.push(await upload(server, account!, picture))
    const [row] = await stack.postgres.query<{ n: number }>(
      'select count(*)::int as n from uploads where stored_at is not null',
    )
    const others = await fetch(`${server.url}/api/all-events`)
    return {
      times: `${answers.length} uploads`,
      seen: `each told to come back within ${ms(Math.max(...answers.map(({ took }) => took)))}`,
      lost: [
        ...(answers.every(({ status, retryAfter }) => status === 503 && retryAfter)
          ? []
          : [`answers ${answers.map(({ status }) => status).join(', ')}`]),
        ...(row?.n ? [`${row.n} pictures are called stored`] : []),
        ...(others.status === 200 ? [] : ['the lists went down with it']),
      ],
    }
  })

export const mailAndStorage: Scenario[] = [
  { name: 'smtp-down', did: 'mail server away during bookings, then back', run: smtpDown },
  { name: 'disk-full', did: 'no room left for pictures', run: diskFull },
  { name: 's3-down', did: 'S3 does not answer', run: s3Down },
]
