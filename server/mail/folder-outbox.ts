// With nothing configured: one .eml file an email, as any mail program opens it, and a twin for the page at /outbox.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { message } from './message.ts'
import type { Mail, MailTransport } from './mail.ts'

export interface KeptMail {
  name: string
  to: string
  subject: string
  html: string
  text: string
  sentAt: string
  attachments: string[]
}

const NAME = /^[\w.-]{1,200}$/

async function writeWhole(file: string, bytes: string | Buffer) {
  const half = `${file}.${randomUUID()}.part`
  await writeFile(half, bytes, { mode: 0o600 })
  await rename(half, file)
}

/** Pictures that an email carries with it are shown from where they are named. */
const withPictures = ({ html, attachments = [] }: Mail) =>
  attachments.reduce(
    (shown, { cid, content, contentType }) =>
      cid
        ? shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${Buffer.from(content).toString('base64')}`)
        : shown,
    html,
  )

export function folderTransport(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail, messageId) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message: bytes } = await transport.sendMail(message(mail, from, messageId))
      // Named by the email's own id: a repeated send after a crash replaces the file instead of doubling it.
      const name = messageId.replace(/[^\w.-]/g, '_')
      const { to, subject, text, attachments = [] } = mail
      const kept: KeptMail = {
        name,
        to,
        subject,
        text,
        html: withPictures(mail),
        sentAt: new Date().toISOString(),
        attachments: attachments.filter(({ cid }) => !cid).map(({ filename }) => filename),
      }
      await writeWhole(join(folder, `${name}.eml`), bytes as Buffer)
      await writeWhole(join(folder, `${name}.json`), JSON.stringify(kept))
    },
    close: () => transport.close(),
  }
}

export async function findKeptMail(folder: string, name: string): Promise<KeptMail | null> {
  if (!NAME.test(name) || name.includes('..')) return null
  try {
    return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as KeptMail
  } catch {
    return null
  }
}

const ADDRESS = /[^\s<>()[\]"',;:=&?\\/]+@[^\s<>()[\]"',;:=&?\\/]+/g

/** Whole addresses: jo.ann@example.org does not name ann@example.org. */
export const namesAddress = (text: string, address: string) =>
  (text.toLowerCase().match(ADDRESS) ?? []).some((found) => found.replace(/\.+$/, '') === address.toLowerCase())

/** Those with these names (an email's kind and id), and those that name the address, to whomever they went. */
export async function removeKeptMails(
  folder: string,
  { names, address }: { names: ReadonlySet<string>; address: string | null },
): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const isNamed = names.has(/^_(.+-\d+)_/.exec(file)?.[1] ?? '')
    const text = isNamed || address === null ? '' : await readFile(join(folder, file), 'utf8').catch(() => '')
    if (!isNamed && !(address !== null && namesAddress(text, address))) continue
    for (const twin of [file, file.replace(/\.json$/, '.eml')]) await rm(join(folder, twin), { force: true })
  }
}

/** Newest first. */
export async function listKeptMails(folder: string, most: number): Promise<KeptMail[]> {
  const files = await readdir(folder).catch(() => [])
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  const mails = await Promise.all(names.map((name) => findKeptMail(folder, name)))
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.sentAt.localeCompare(a.sentAt))
    .slice(0, most)
}
