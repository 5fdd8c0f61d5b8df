import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ready, run, start } from '../test-support/product-process.ts'
import { FIXED, OURS, contrast, readColours } from './colours.ts'
import { ownPage } from './markdown.ts'
import { readOwnSite } from './own-site.ts'

async function siteFolder(files: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-site-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'site'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dataDir, 'site', name), text)
  return dataDir
}

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const NAME = "Kinsale's Nights & Days"
/** As people read it: each page has its own way to write these two. */
const unescaped = (html: string) => html.replace(/&#(?:x27|39);/g, "'").replace(/&(?:amp|#38);/g, '&')
const TERMS = `# Terms of the Town Hall

Last updated: 1 June 2026

## Who we are

The town of [Kinsale](https://kinsale.example).

- One <b>thing</b>
- another
`

test('an installation has its own name, people, logo, colours and pages, and ours nowhere', async () => {
  const DATA_DIR = await siteFolder({
    'logo.svg': LOGO,
    'colours.json': '{"accent": ["#1d4ed8", "#93c5fd"], "accent-hover": ["#1e40af", "#bfdbfe"]}',
    'terms.md': TERMS,
  })
  const settings = {
    SITE_NAME: NAME,
    SUPPORT_EMAIL: 'help@kinsale.example',
    OPERATOR: 'Town of Kinsale, Emmet Place 1',
    DATA_DIR,
    FEATURES: 'all',
  }
  const { url } = await start({ ...(await ready()), ...settings })
  const text = async (path: string) => (await fetch(url + path)).text()
  for (const path of ['/', '/events', '/about', '/faq', '/privacy', '/login', '/contact', '/nothing', '/api/docs']) {
    const page = await text(path)
    expect([path, page.match(/.{40}\bHooley\b.{40}|hooley[._]example/)?.[0]]).toEqual([path, undefined])
    expect([path, unescaped(page).includes(NAME)]).toEqual([path, true])
  }
  expect(unescaped(await text('/door'))).toContain(`<title>Door · ${NAME}</title>`)
  expect(await text('/llms.txt')).toContain(`# ${NAME}`)
  const home = await text('/')
  expect(home).toContain('<img src="/site/logo.svg"')
  expect(home).toContain('Town of Kinsale, Emmet Place 1')
  expect(home).not.toContain('facebook.com')
  expect(await text('/site/logo.svg')).toBe(LOGO)
  expect(home).toContain('--accent:var(--lightningcss-light,#1d4ed8)var(--lightningcss-dark,#93c5fd)')
  expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({ name: NAME })
  for (const icon of ['favicon.ico', 'icons/icon-192.png', 'icons/apple-touch-icon.png'])
    expect((await fetch(`${url}/${icon}`)).headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await text('/sw.js')).toContain(`"name":"${NAME}"`)
  const terms = await text('/terms')
  expect(terms).toContain('Terms of the Town Hall')
  expect(terms).toContain('One &lt;b&gt;thing&lt;/b&gt;')
  expect(terms).not.toContain('Limitation')

  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.org', password: 'correct horse 7', firstName: 'A', lastName: 'B' }),
  })
  expect(answer.status).toBe(201)
  const outbox = join(DATA_DIR, 'outbox')
  const emails = async () => {
    const names = await readdir(outbox).catch(() => [])
    return (await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))).join('\n')
  }
  // A file is there a moment before its words are.
  await expect.poll(emails).toContain('help@kinsale.example')
  const all = await emails()
  expect(all).toContain('Kinsale')
  expect(all).not.toMatch(/\bHooley\b|hooley\.example/)
})

test('a colour that nobody can read on stops the start with a sentence', async () => {
  const DATA_DIR = await siteFolder({ 'colours.json': '{"ink": ["#cccccc", "#f4efe6"]}' })
  const { exit, lines } = await run({ ...(await ready()), DATA_DIR })
  expect(await exit).toBe(1)
  expect(lines).toEqual([
    'DATA_DIR/site/colours.json makes ink on paper hard to read (light: contrast 1.4, at least 4.5 is needed).',
  ])
})

test('what is wrong with the site’s files is said by name', async () => {
  const complaint = async (files: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: await siteFolder(files) })
    return expect(() => readOwnSite(config))
  }
  ;(await complaint({ 'colours.json': '{' })).toThrow('colours.json is not valid JSON.')
  ;(await complaint({ 'colours.json': '{"pink": 1}' })).toThrow('names "pink", which is not one of paper')
  ;(await complaint({ 'colours.json': '{"ink": "red"}' })).toThrow('must give ink two colours')
  ;(await complaint({ 'terms.md': 'Be nice.' })).toThrow('terms.md must begin with "# Title"')
  ;(await complaint({ 'colours.json': 'null' })).toThrow('colours.json must be an object')
  ;(await complaint({ 'colours.json': '{"toString": ["#000000", "#ffffff"]}' })).toThrow('names "toString"')
  ;(await complaint({ 'colours.json': '{"ink": [["#000000"], "red;}body{display:none"]}' })).toThrow(
    'must give ink two',
  )
  ;(await complaint({ 'colours.json': '{"paper": ["#b3261e", "#0e1220"]}' })).toThrow(/makes \w+ on paper hard to read/)
  ;(await complaint({ 'logo.svg': 'x'.repeat(300_000) })).toThrow('logo.svg must have at most 200 KB.')
  ;(await complaint({ 'logo.png': LOGO })).toThrow('logo.png must be a picture of that kind.')
  for (const inside of [
    '<script>alert(1)</script>',
    '<path onload="alert(1)"/>',
    '<image href="https://elsewhere.example/a.png"/>',
    '<style>@import "x"</style>',
    '<foreignObject/>',
  ])
    (await complaint({ 'logo.svg': LOGO.replace('<path', `${inside}<path`) })).toThrow(
      'logo.svg must be a drawing alone, without scripts and files from elsewhere.',
    )
  const nothing = await siteFolder({})
  expect(readOwnSite(readConfig({ DATA_DIR: nothing }))).toEqual({ site: {}, pages: {} })
  await symlink('/etc/passwd', join(nothing, 'site/terms.md'))
  expect(() => readOwnSite(readConfig({ DATA_DIR: nothing }))).toThrow(
    'terms.md leads out of DATA_DIR/site: put the file itself there.',
  )
  await rm(join(nothing, 'site/terms.md'))
  await mkdir(join(nothing, 'site/terms.md'))
  expect(() => readOwnSite(readConfig({ DATA_DIR: nothing }))).toThrow('terms.md must be a file.')
})

test('a name that would break a title, an address or a page is refused in a sentence without it', () => {
  for (const name of ['<b>x</b>', 'a"b', 'a\nb', 'a\u202Eb', 'x'.repeat(10_000), '\u0000', '&x', 'a\\b', 'a:b'])
    expect(() => readConfig({ SITE_NAME: name })).toThrow(
      /^SITE_NAME must begin with a letter or a digit and have at most 40/,
    )
  expect(() => readConfig({ OPERATOR: 'a\nb' })).toThrow('OPERATOR must be one line of at most 200 characters')
  expect(() => readConfig({ SUPPORT_EMAIL: 'a@b, c@d' })).toThrow('SUPPORT_EMAIL must be one email address')
  const { mailFrom } = readConfig({ SITE_NAME: 'Fish, Chips (Cork)', SUPPORT_EMAIL: 'a@b.example' })
  expect(mailFrom).toBe('"Fish, Chips (Cork)" <a@b.example>')
  expect(readConfig({}).mailFrom).toBe('Hooley <support@hooley.example>')
})

test('the colours that are checked are those of the style sheet, and ours pass', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8')
  for (const [name, pair] of Object.entries({ ...OURS, ...FIXED }))
    expect(tokens).toContain(`--${name}: light-dark(${pair.join(', ')});`)
  expect(() => readColours('{}')).not.toThrow()
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

test('a page of Markdown has sections, lists and links, and nothing in it is HTML', () => {
  expect(ownPage(TERMS, new Date(0))).toEqual({
    title: 'Terms of the Town Hall',
    lastUpdated: '1 June 2026',
    sections: [
      {
        id: 'who-we-are',
        title: 'Who we are',
        blocks: [
          {
            kind: 'paragraph',
            text: ['The town of ', { text: 'Kinsale', to: 'https://kinsale.example' }, '.'],
          },
          { kind: 'list', items: [['One <b>thing</b>'], ['another']] },
        ],
      },
    ],
  })
  const bad = ownPage('# A\n\n[x](javascript:alert(1))\n', new Date(0))
  expect(bad.sections[0]?.blocks).toEqual([{ kind: 'paragraph', text: ['[x](javascript:alert(1))'] }])
})

test('no file but one default and the demo people knows hooley.example, and no text of the pages our name', async () => {
  const [withAddress, withName]: [string[], string[]] = [[], []]
  for (const folder of ['app', 'contract', 'server'])
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(?:tsx?|css|sql|json|conf)$/.test(name) || /\.test\.tsx?$|test-support/.test(name)) continue
      const file = join(folder, name)
      const text = await readFile(file, 'utf8')
      if (text.includes('hooley.example')) withAddress.push(file)
      if (folder !== 'server' && /^(?! *(?:\/\/|\/?\*)).*\bHooley\b/m.test(text)) withName.push(file)
    }
  expect(withAddress).toEqual(['contract/site.ts', 'server/db/seed/demo-people.ts'])
  // Where guests come from: the product, whatever it is called here.
  expect(withName.sort()).toEqual([
    'app/features/imports/import-words.ts',
    'contract/event-export.ts',
    'contract/site.ts',
  ])
})
