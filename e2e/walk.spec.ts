// The walk over screens and dialogs (e2e/support/walk.ts), which is part of `expectAccessible`, as a whole: what it goes over,
// and what it leaves out. Its parts: walk-faults.spec.ts.
import { create } from './support/booking.ts'
import { hydrated } from './support/full-site.ts'
import { openPlainPage } from './support/plain-page.ts'
import { ask, expectWalkable, install, screenOf, walkOver } from './support/walk.ts'
import { screensOfThisRun } from './support/walk-seen.ts'
import { expect, test } from './support/test.ts'

test('the whole walk reports what one of its parts finds, however often it looks', async ({ page }) => {
  await openPlainPage(page)
  const plantIn = (place: string) =>
    page.evaluate((place) => {
      const button = document.querySelector(place)!.appendChild(document.createElement('button'))
      button.textContent = 'Planted'
      // A kind that no other screen has.
      button.className = `planted-${Date.now()}`
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `.${button.className}:focus-visible { outline: 1px solid rgb(127 127 127 / 10%); outline-offset: 0 }`,
      )
      document.adoptedStyleSheets = [sheet]
    }, place)
  await walkOver(page)
  await plantIn('main')
  expect((await walkOver(page)).join('\n')).toMatch(/the focus of button “Planted” in main changes/)
  // The foot was known, and has something new.
  await plantIn('footer')
  expect((await walkOver(page)).join('\n')).toMatch(/the focus of button “Planted” in footer changes/)
  // A walk in one window leaves the foot to the next one.
  await openPlainPage(page)
  await page.evaluate(() => {
    const button = document.querySelector('footer')!.appendChild(document.createElement('button'))
    button.className = `around-${Date.now()}`
    button.textContent = 'Around it'
  })
  expect(await walkOver(page, { sizes: [{ width: 1280, height: 800 }] })).toEqual([])
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('footer button')!.style.setProperty('outline', 'none', 'important'),
  )
  expect((await walkOver(page)).join('\n')).toMatch(/“Around it” in footer looks the same with the focus/)
})

test('the whole walk has all its parts', async ({ page }) => {
  await openPlainPage(page)
  await page.evaluate(() => {
    const planted = document.querySelector('main')!.appendChild(document.createElement('div'))
    // A kind that no other screen has.
    const colour = `colour-${Date.now()}`
    planted.innerHTML = `
      <button class="far">Far away</button>
      <button class="tiny" aria-label="Tiny"></button><button class="tiny" aria-label="Small"></button>
      <p class="cut">Cut</p>
      <label>First name <input autocomplete="nickname"></label>
      <button class="${colour}" aria-label="Colour"></button>
      <p class="wide">Wide</p>`
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      .far { position: fixed; left: -900px }
      .tiny { width: 16px; height: 16px; padding: 0 }
      .cut { height: 8px; overflow: hidden }
      .${colour} { appearance: none; width: 40px; height: 40px; border: 0 }
      .wide { width: 340px }`)
    document.adoptedStyleSheets = [sheet]
  })
  const faults = (await walkOver(page)).join('\n')
  for (const width of [1280, 390]) {
    expect(faults).toMatch(`at ${width} px: button “Far away” in main has the focus outside`)
    expect(faults).toMatch(`at ${width} px: button “Tiny” in main is 16 × 16 px`)
    expect(faults).toMatch(`at ${width} px: cut: p “Cut”`)
  }
  expect(faults).toMatch('input “First name” in main has autocomplete “nickname”')
  expect(faults).toMatch('button “Colour” in main is lost in forced colours')
  expect(faults).toMatch('at 320 px <p class="wide">')
  // Of a state of a screen that was walked over, to which a mouse has led.
  await page.getByRole('button', { name: 'Small' }).click()
  const ofState = (await walkOver(page, { sizes: [{ width: 1280, height: 800 }] })).join('\n')
  for (const size of [
    '1280 px: button “Far away”',
    '1280 px: button “Tiny”',
    '1280 px: cut',
    '320 px <p class="wide">',
  ])
    expect(ofState).toMatch(`at ${size}`)
  expect(ofState).toMatch('has autocomplete “nickname”')
  expect(ofState).not.toMatch(/at 390 px|looks the same with the focus/)
  await page.evaluate(() => {
    const dialog = document.querySelector('main')!.appendChild(document.createElement('dialog'))
    dialog.innerHTML = '<label><input type="checkbox"> Tell me</label><button>Go on</button>'
    dialog.showModal()
    dialog.addEventListener('change', () => dialog.querySelector('button')!.focus())
  })
  expect((await walkOver(page)).join('\n')).toMatch('choosing in input “Tell me” in dialog moves the focus')
})

test('what stays in place is no neighbour of a small target, and what moves with it is', async ({ page }) => {
  await openPlainPage(page)
  await page.evaluate(() => {
    const row = document.querySelector('main')!.appendChild(document.createElement('p'))
    row.innerHTML = '<button id="small" aria-label="Small"></button><button id="over">Over it</button>'
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      #small, #over { position: fixed; inset: 300px auto auto 300px; min-height: 40px }
      #small { position: absolute; width: 20px; min-height: 0; height: 20px; padding: 0 }`)
    document.adoptedStyleSheets = [sheet]
  })
  expect(await ask(page, 'smallTargets')).toEqual([])
  await page.evaluate(() => document.getElementById('over')!.style.setProperty('position', 'absolute'))
  expect((await ask(page, 'smallTargets')).join()).toMatch('“Small” in main is 20 × 20 px')
})

test('a screen that was walked over in a wide window is known in a narrow one, and what a state adds is not', async ({
  page,
}) => {
  const walkIn = async (width: number, added = '') => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    await hydrated(page)
    await page.evaluate((added) => document.querySelector('main')!.insertAdjacentHTML('beforeend', added), added)
    return expectWalkable(page)
  }
  await walkIn(1280)
  expect(await walkIn(390)).toBe(false)
  const added = `<p class="added-${Date.now()}">Added</p>`
  for (const width of [1280, 390]) {
    expect(await walkIn(width, added)).toBe(true)
    expect(await walkIn(width, added)).toBe(false)
  }
})

test('of a long list the first entries and the last are walked over, and it is left as it was', async ({ page }) => {
  await openPlainPage(page)
  await page.evaluate(() => {
    const list = document.querySelector('main')!.appendChild(document.createElement('ul'))
    list.id = 'planted'
    list.innerHTML = Array.from({ length: 7 }, (_, n) => `<li><button>Entry ${n}</button></li>`).join('')
    for (const n of [4, 6])
      (list.children[n]!.firstElementChild as HTMLElement).style.setProperty('outline', 'none', 'important')
  })
  const isFound = async (n: number) =>
    (await walkOver(page)).some((fault) => fault.includes(`“Entry ${n}” in main looks the same with the focus`))
  expect(await isFound(6), 'the last').toBe(true)
  expect(await isFound(4), 'one of many alike').toBe(false)
  await expect(page.locator('#planted > [inert]')).toHaveCount(0)
  await page.evaluate(() => document.querySelectorAll('#planted > li')[4]!.firstElementChild!.classList.add('other'))
  expect(await isFound(4), 'one that has something else').toBe(true)
})

test('a screen is walked over once in a run, and again as soon as it has something that was not there', async ({
  page,
  newMember,
}) => {
  const creator = await newMember()
  const walked = screensOfThisRun('tried screen')
  const stateNow = async () => {
    await install(page)
    const screen = await screenOf(page)
    const state = walked.stateOf(screen, 1280)
    walked.add(screen, [1280])
    return state
  }
  const look = async (path: string) => {
    await page.goto(path)
    await hydrated(page)
    return stateNow()
  }
  const events = ['Supper Club', 'Another Evening'].map((title) => create(creator, { title }))
  const [one, other] = (await Promise.all(events)).map(({ id }) => `/events/${id}`)
  expect(await look(one ?? '')).toBe('first')
  expect(await look(other ?? '')).toBe('known')
  expect(await look('/contact')).toBe('first')
  await page.evaluate(() => document.querySelector('main')!.insertAdjacentHTML('beforeend', '<select></select>'))
  expect(await stateNow()).toBe('new')
  // What is there was walked over, with more or with less beside it.
  await page.evaluate(() => document.querySelector('main select')!.remove())
  await page.evaluate(() => document.querySelector('main a')!.remove())
  expect(await stateNow()).toBe('known')
})
