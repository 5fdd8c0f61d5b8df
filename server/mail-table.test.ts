// docs/mails.md says of every kind of email who can cause it and what bounds it. A kind that nobody has thought about is missing there.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { secretsFrom } from './access/secrets.ts'
import { readConfig } from './config.ts'
import type { MailKind } from './mail/mail.ts'
import { mailKinds, rates } from './modules.ts'

interface Row {
  kind: string
  address: string
  limit: string
  ending: string
}

let rows: Row[]
let kinds: Record<string, MailKind>

beforeAll(() => {
  kinds = mailKinds(readConfig({}), secretsFrom('test'))
  rows = readFileSync('docs/mails.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, kind = '', address = '', , limit = '', ending = ''] = line.split('|').map((cell) => cell.trim())
      return { kind: kind.replaceAll('`', ''), address, limit, ending }
    })
})

test('every kind of mail is in the table, once', () => {
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
})

test('every kind has a limit, and those of the rate limiter are as the code has them', () => {
  const perSeconds: Record<string, number> = { minute: 60, hour: 3_600, day: 86_400 }
  for (const { kind, limit } of rows) {
    expect([kind, limit]).toEqual([kind, expect.stringMatching(/\w/)])
    for (const [, name = '', points, period = ''] of limit.matchAll(/`(\w+)` ([\d,]+) an? (\w+)/g))
      expect([name, rates[name]]).toEqual([
        name,
        expect.objectContaining({ points: Number(points?.replace(',', '')), seconds: perSeconds[period] }),
      ])
    // Each name has a number beside it.
    expect(limit.match(/`\w+`/g)?.length ?? 0).toBe([...limit.matchAll(/`\w+` [\d,]+ an? \w+/g)].length)
  }
})

test('what is not about one’s own booking or account can be ended with one press', () => {
  for (const { kind, ending } of rows) {
    const has = kinds[kind]?.toUnverifiedAddress === true ? 'refusal' : kinds[kind]?.notice ? 'switch' : 'nothing'
    expect([kind, has]).toEqual([kind, ['booking', 'account'].includes(ending) ? 'nothing' : ending])
  }
})

test('whatever goes to an address that somebody typed in is bounded for that address', () => {
  const BY_ADDRESS = /typedAddress|contactReceipt|reportReceipt|confirmAddressInADay|the four bounds/
  for (const { kind, address, limit } of rows)
    if (address === 'typed') expect([kind, limit]).toEqual([kind, expect.stringMatching(BY_ADDRESS)])
})
