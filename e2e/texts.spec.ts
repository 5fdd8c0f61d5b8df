import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './support/test.ts'

const PAGES: [path: string, title: string, description: RegExp][] = [
  ['/about', 'About Us', /lively party/],
  ['/team', 'Our Team', /two people/],
  ['/contact', 'Contact Us', /reads every email/],
  ['/faq', 'Frequently Asked Questions', /Short answers/],
  ['/help', 'Help Centre', /How Hooley works/],
  ['/terms', 'Terms of Service', /agreement/],
  ['/terms-of-service', 'Terms of Service', /agreement/],
  ['/privacy', 'Privacy Policy', /personal data/],
  ['/privacy-policy', 'Privacy Policy', /personal data/],
  ['/cookies', 'Cookie Policy', /device storage/],
  ['/accessibility', 'Accessibility', /isn&#x27;t good yet|isn’t good yet/],
]

const CANONICAL: Record<string, string> = { '/terms-of-service': '/terms', '/privacy-policy': '/privacy' }

// What is only read needs no browser.
const mainOf = async (request: APIRequestContext, path: string) =>
  /<main.*<\/main>/s.exec(await (await request.get(path)).text())?.[0] ?? ''

const titlesIn = (html: string) => html.match(/<h2/g)

const textOf = (html: string) => html.replace(/<!--.*?-->|<[^>]+>/g, '')

test('every page of texts can be read without a script, and tells search engines what it is', async ({
  request,
  baseURL,
}) => {
  for (const [path, title, description] of PAGES) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(html).toContain(`<title>${title} · Hooley</title>`)
    expect(/<meta name="description" content="([^"]+)"/.exec(html)?.[1]).toMatch(description)
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${CANONICAL[path] ?? path}"/>`)
    expect(html).toContain(`<meta property="og:image" content="${baseURL}/images/og-default.png"/>`)
  }
})

test('every page says what needs JavaScript, and where to go on without it', async ({ request }) => {
  for (const path of ['/', '/my-bookings', '/events/1', '/login', '/create-event']) {
    const html = await (await request.get(path)).text()
    const [without] = /<noscript>.*?<\/noscript>/s.exec(html) ?? ['']
    expect(textOf(without), path).toContain('Booking, logging in and creating events need JavaScript.')
    expect(without).toContain('<a href="/events">')
    expect(html).toMatch(/<footer.*Browse Events/s)
  }
})

test('the help centre has eight sections, one open at a time, the first at first', async ({ page }) => {
  await page.goto('/help')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([
    'Getting Started',
    'Event Creation & Management',
    'Ticketing & Payments',
    'Marketing & Promotion',
    'Customer Support',
    'Community',
    'Account & Security',
    'Integrations',
  ])
  const open = page.locator('details[open] h2')
  await expect(open).toHaveText(['Getting Started'])
  await page.getByText('Ticketing & Payments').click()
  await expect(open).toHaveText(['Ticketing & Payments'])
  await expect(page.getByText('3-7 business days')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('group').filter({ hasText: 'Integrations' }).locator('summary').press('Enter')
  await expect(open).toHaveText(['Integrations'])
  await expect(page.getByRole('main').getByRole('link', { name: 'support@hooley.example' }).last()).toHaveAttribute(
    'href',
    'mailto:support@hooley.example',
  )
})

test('the questions stand in four categories, and one answer is open at a time over all of them', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'General',
    'For Event Creators',
    'For Attendees',
    'Technical Support',
  ])
  const open = page.locator('details[open] h3')
  await expect(open).toHaveCount(0)
  await page.getByText('What is Hooley?').click()
  await page.getByText('When will I be paid for a paid event?').click()
  await expect(open).toHaveText(['When will I be paid for a paid event?'])
  await expect(page.getByText('3-5 business days after the event')).toBeVisible()
})

test('the team shows a quote, two people with portraits, and their profiles', async ({ request }) => {
  const main = await mainOf(request, '/team')
  expect(main).toMatch(/<blockquote.*We built Hooley.*<\/blockquote>/)
  expect(main.match(/<article/g)).toHaveLength(2)
  for (const name of ['Aoife Brennan', 'Tomás Ó Dálaigh']) {
    const portrait = new RegExp(`<img src="([^"]+)"[^>]*alt="Portrait of ${name}"`).exec(main)?.[1]
    const response = await request.get(portrait ?? '')
    expect(response.headers()['content-type']).toBe('image/webp')
    expect((await sharp(await response.body()).metadata()).width).toBeGreaterThan(0)
    expect(main).toMatch(new RegExp(`<a href="https://www\\.linkedin\\.com/[^"]+"[^>]*>.*${name} on LinkedIn</a>`))
  }
})

test('about leads to the sign-up, contact to an email', async ({ request }) => {
  const about = await mainOf(request, '/about')
  expect(titlesIn(about)).toHaveLength(5)
  expect(about).toMatch(/<a[^>]* href="\/register"[^>]*>Join Hooley<\/a>/)
  const contact = await mainOf(request, '/contact')
  expect(contact.match(/<a .*?<\/a>/g)).toEqual([
    expect.stringContaining('href="mailto:support@hooley.example"'),
    // Of the contact points that the law asks for.
    expect.stringContaining('href="mailto:support@hooley.example"'),
    expect.stringContaining('href="/rules"'),
    expect.stringContaining('href="/accessibility"'),
  ])
  expect(contact).not.toMatch(/<(input|textarea|form)/)
})

test('privacy has twelve sections and cookies ten, each with its way on', async ({ request }) => {
  const privacy = await mainOf(request, '/privacy')
  expect(textOf(privacy)).toContain('Last updated: April 5, 2025')
  expect(textOf(/<nav aria-label="Breadcrumb".*?<\/nav>/.exec(privacy)?.[0] ?? '')).toBe('HomePrivacy Policy')
  expect(titlesIn(privacy)).toHaveLength(12)
  expect(privacy).toMatch(/<a[^>]* href="\/contact"[^>]*>Contact Us<\/a>/)
  const cookies = await mainOf(request, '/cookies')
  expect(textOf(cookies)).toContain('Last updated: April 5, 2025')
  expect(titlesIn(cookies)).toHaveLength(10)
  expect(cookies).toMatch(/<a[^>]* href="\/privacy"[^>]*>Privacy Policy<\/a>/)
})

test('how everybody can use the site is one press away from help, contact and the legal pages', async ({ request }) => {
  for (const path of ['/help', '/contact', '/terms', '/privacy', '/cookies', '/rules'])
    expect(await mainOf(request, path), path).toMatch(/<a[^>]* href="\/accessibility"[^>]*>Accessibility<\/a>/)
})

test('an inactive or unknown address is the not-found page, with status 404', async ({ request }) => {
  for (const path of ['/featured', '/no/such/page']) {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    const html = await response.text()
    expect(html).toContain('404 Page Not Found')
    expect(html).toContain('The page you&#x27;re looking for doesn&#x27;t exist or has been moved.')
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go to Homepage<\/a>/)
    expect(html).not.toContain('rel="canonical"')
  }
})
