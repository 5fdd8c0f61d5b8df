// The walk over screens and dialogs (e2e/support/walk.ts) is part of `expectAccessible`. Here each of its parts proves that it
// can fail: a fault is planted in a page that has none, and has to be reported.
import type { Page } from '@playwright/test'
import { create } from './support/booking.ts'
import { hydrated } from './support/full-site.ts'
import {
  ask,
  choosingFaults,
  choosingInDialogFaults,
  checkedFaults,
  expectWalkable,
  focusFaults,
  forcedColourFaults,
  install,
  reflowFaults,
  screenOf,
  tabFaults,
  walkOver,
} from './support/walk.ts'
import { screensOfThisRun } from './support/walk-seen.ts'
import { expect, test } from './support/test.ts'

interface Planted {
  fault: string
  /** Runs in the page. */
  plant: () => void
  find: (page: Page) => Promise<string[]>
  /** What the report says. */
  report: RegExp
}

const once = (part: Parameters<typeof ask>[1]) => (page: Page) => ask(page, part)

const PLANTED: Planted[] = [
  {
    fault: 'a trap for Tab',
    plant: () =>
      addEventListener('keydown', (event) => {
        if (event.key === 'Tab' && document.activeElement?.textContent === 'Help Center') event.preventDefault()
      }),
    find: tabFaults,
    report: /Tab does not reach/,
  },
  {
    fault: 'a button that Tab passes by',
    plant: () => {
      const link = document.querySelector('main a')
      link?.addEventListener('focus', () => (link.nextElementSibling as HTMLElement | null)?.focus())
      link?.insertAdjacentHTML('afterend', '<button>After</button>')
    },
    find: tabFaults,
    report: /Tab does not reach a /,
  },
  {
    fault: 'an order of its own',
    plant: () => document.querySelector('footer a')?.setAttribute('tabindex', '3'),
    find: tabFaults,
    report: /against the order of the page/,
  },
  {
    fault: 'an order that is not the one that is seen',
    plant: () => {
      const row = document.querySelector('main')!.appendChild(document.createElement('div'))
      row.innerHTML = '<button>First</button><button>Second</button>'
      Object.assign(row.style, { display: 'flex', flexDirection: 'row-reverse' })
    },
    find: tabFaults,
    report: /“Second” in main is seen left of button “First”/,
  },
  {
    fault: 'an order that is not the one that is seen, in what stays in place',
    plant: () => {
      const row = document.querySelector('main')!.appendChild(document.createElement('div'))
      row.innerHTML = '<button>First</button><button>Second</button>'
      Object.assign(row.style, { position: 'fixed', inset: '0 auto auto 0', display: 'flex', flexFlow: 'row-reverse' })
    },
    find: once('visitStops'),
    report: /“Second” in main is seen left of button “First”/,
  },
  {
    fault: 'a bar over what has the focus',
    plant: () => {
      const bar = document.body.appendChild(document.createElement('div'))
      Object.assign(bar.style, { position: 'fixed', inset: '0', background: 'white' })
    },
    find: tabFaults,
    report: /has the focus under div/,
  },
  {
    fault: 'a control outside of the window',
    plant: () => {
      const button = document.querySelector('main')!.appendChild(document.createElement('button'))
      button.textContent = 'Far away'
      Object.assign(button.style, { position: 'fixed', left: '-900px' })
    },
    find: tabFaults,
    report: /“Far away” in main has the focus outside/,
  },
  {
    fault: 'a focus that no style shows',
    plant: () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('footer a:focus-visible { outline: none }')
      document.adoptedStyleSheets = [sheet]
    },
    find: tabFaults,
    report: /looks the same with the focus/,
  },
  {
    fault: 'a focus that nobody sees',
    plant: () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('footer a:focus-visible { outline: 1px solid rgb(127 127 127 / 10%); outline-offset: 0 }')
      document.adoptedStyleSheets = [sheet]
    },
    find: async (page) => {
      await page.keyboard.press('Tab')
      return focusFaults(page, new Set())
    },
    report: /the focus of a .* changes \d+ pixels/,
  },
  {
    fault: 'a small target',
    plant: () => {
      const row = document.querySelector('main')!.appendChild(document.createElement('div'))
      row.innerHTML = '<button aria-label="Tiny"></button><button aria-label="Small"></button>'
      for (const button of row.children)
        Object.assign((button as HTMLElement).style, { width: '16px', height: '16px', padding: '0' })
    },
    find: once('smallTargets'),
    report: /“Tiny” in main is 16 × 16 px, less than 24/,
  },
  {
    fault: 'a target too small for the door',
    plant: () => {
      const button = document.querySelector('main')!.appendChild(document.createElement('button'))
      button.textContent = 'Undo'
      Object.assign(button.style, { height: '30px', width: '60px' })
      history.replaceState(history.state, '', '/door')
    },
    find: once('smallTargets'),
    report: /“Undo” in main is 60 × 30 px, less than 44/,
  },
  {
    fault: 'something that only hovering shows',
    plant: () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('footer a:hover::after { content: "Leads to help" }')
      document.adoptedStyleSheets = [sheet]
    },
    find: once('hoverReveals'),
    report: /only hovering shows what footer a:hover::after/,
  },
  {
    fault: 'a letter that does something',
    plant: () =>
      addEventListener('keydown', ({ key }) => {
        if (key === 's') document.querySelector<HTMLElement>('header a')?.focus()
      }),
    find: once('pressLetters'),
    report: /letters alone change: focus/,
  },
  {
    fault: 'a control that can only be dragged',
    plant: () =>
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<ul><li draggable="true">One</li></ul>'),
    find: once('dragsWithoutButtons'),
    report: /li “One” in main can be dragged/,
  },
  {
    fault: 'text that a fixed height cuts',
    plant: () => {
      const text = document.querySelector<HTMLElement>('main p')!
      Object.assign(text.style, { height: `${text.offsetHeight}px`, overflow: 'hidden' })
    },
    find: reflowFaults,
    report: /cut: p/,
  },
  {
    fault: 'text that only more space between the letters cuts',
    plant: () => {
      const label = document.querySelector('main')!.appendChild(document.createElement('div'))
      label.textContent = 'Thirty letters in one long line'
      Object.assign(label.style, {
        width: 'max-content',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        font: '8px monospace',
      })
      label.style.width = `${label.offsetWidth + 2}px`
    },
    find: reflowFaults,
    report: /at 320 px with spaced text cut: div “Thirty letters/,
  },
  {
    fault: 'something wider than the window',
    plant: () => Object.assign(document.querySelector<HTMLElement>('main')!.style, { width: '400px' }),
    find: reflowFaults,
    report: /at 320 px .*main/,
  },
  {
    fault: 'a control that only its background shows',
    plant: () => {
      const button = document.querySelector('main')!.appendChild(document.createElement('button'))
      button.ariaLabel = 'Colour'
      Object.assign(button.style, { appearance: 'none', border: '0', background: 'red', width: '40px', height: '40px' })
    },
    find: (page) => forcedColourFaults(page, new Set()),
    report: /“Colour” in main is lost in forced colours/,
  },
  {
    fault: 'a bar of a chart that is only a colour',
    plant: () => {
      const bar = document.querySelector('main')!.appendChild(document.createElement('span'))
      Object.assign(bar.style, { display: 'block', height: '8px', width: '40%', background: 'teal' })
    },
    find: (page) => forcedColourFaults(page, new Set()),
    report: /a bar of main .* is lost in forced colours/,
  },
  {
    fault: 'a tick that is only a colour',
    plant: () => {
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<input type="checkbox" aria-label="Tick">')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        'main > input { appearance: none; width: 30px; height: 30px; border: 1px solid; background: white } main > input:checked { background: green }',
      )
      document.adoptedStyleSheets = [sheet]
    },
    find: async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      await page.keyboard.press('Tab')
      const faults = await checkedFaults(page, new Set())
      await page.emulateMedia({ forcedColors: 'none' })
      return faults
    },
    report: /“Tick” in main looks the same checked and not/,
  },
  {
    fault: 'something that moves although nobody wants it to',
    plant: () =>
      void document.querySelector('h1')?.animate([{ translate: '0' }, { translate: '9px' }], {
        duration: 900,
        iterations: Infinity,
      }),
    find: once('motion'),
    report: /h1 .* still moves/,
  },
  {
    fault: 'a transition that stays slow',
    plant: () =>
      document.querySelector<HTMLElement>('footer a')!.style.setProperty('transition', 'transform 1s', 'important'),
    find: once('motion'),
    report: /would move slowly/,
  },
  {
    fault: 'a password into which nothing can be pasted',
    plant: () => {
      const field = document.querySelector('main')!.appendChild(document.createElement('input'))
      Object.assign(field, { type: 'password', ariaLabel: 'Password', autocomplete: 'current-password' })
      field.addEventListener('paste', (event) => event.preventDefault())
    },
    find: once('refusedPastes'),
    report: /nothing can be pasted into input “Password”/,
  },
  {
    fault: 'a field that no password manager fills in',
    plant: () =>
      document
        .querySelector('main')!
        .insertAdjacentHTML('beforeend', '<label>First name <input autocomplete="nickname"></label>'),
    find: once('wrongTokens'),
    report: /“First name” in main has autocomplete “nickname”/,
  },
  {
    fault: 'a choice that leads away',
    plant: () => {
      document
        .querySelector('main')!
        .insertAdjacentHTML(
          'beforeend',
          '<select aria-label="Town"><option>Cork</option><option>Galway</option></select>',
        )
      document.querySelector('main select')!.addEventListener('change', () => document.querySelector('a')?.focus())
    },
    find: choosingFaults,
    report: /choosing in select “Town” in main moves the focus to a “Skip to content”/,
  },
  {
    fault: 'a choice that changes the address',
    plant: () => {
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<input type="checkbox" aria-label="Today">')
      document
        .querySelector('main input')!
        .addEventListener('change', () => history.replaceState(history.state, '', '/events/today'))
    },
    find: choosingFaults,
    report: /choosing in input “Today” in main leads to another address/,
  },
  {
    fault: 'a choice in a dialog that takes the focus away',
    plant: () => {
      document
        .querySelector('main')!
        .insertAdjacentHTML(
          'beforeend',
          '<dialog><label><input type="radio" name="at" checked> One</label><label><input type="radio" name="at"> Two</label><button>Go on</button></dialog>',
        )
      const dialog = document.querySelector<HTMLDialogElement>('main dialog')!
      dialog.showModal()
      dialog.addEventListener('change', () => dialog.querySelector('button')!.focus())
    },
    find: choosingInDialogFaults,
    report: /choosing in input “Two” in dialog moves the focus to button “Go on”/,
  },
  {
    fault: 'a choice in a dialog that acts at once',
    plant: () => {
      document
        .querySelector('main')!
        .insertAdjacentHTML('beforeend', '<dialog><input type="checkbox" aria-label="Tell me"></dialog>')
      const dialog = document.querySelector<HTMLDialogElement>('main dialog')!
      dialog.showModal()
      dialog.addEventListener('change', () => void fetch('/acts-at-once', { method: 'POST' }))
    },
    find: choosingInDialogFaults,
    report: /choosing in the dialog sends POST \/acts-at-once/,
  },
]

/** Small and without a fault. It is loaded again for each fault, which takes away what was planted. */
const PLAIN_PAGE = `<!doctype html><html lang="en"><title>Plain</title><style>
  a { display: inline-block; padding: 12px } :focus-visible { outline: 3px solid }</style>
  <a href="#main">Skip to content</a><header><a href="/">Home</a></header>
  <main id="main"><h1>Plain</h1><p>Words that fill one line of a wide window, and several of a narrow one.</p><a href="/help">Help Center</a><a href="/faq">FAQ</a></main>
  <footer><a class="foot" href="/terms">Terms</a><a class="foot" href="/privacy">Privacy</a></footer>`

async function openPlainPage(page: Page) {
  await page.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body: PLAIN_PAGE }))
  await page.goto('/plain')
  await install(page)
}

test('the walk reports each fault that is planted, and none without', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/acts-at-once', (route) => route.fulfill({ status: 204 }))
  const foundNone = new Set<Planted['find']>()
  for (const { fault, plant, find, report } of PLANTED) {
    await test.step(fault, async () => {
      await openPlainPage(page)
      if (!foundNone.has(find)) expect(await find(page), `without ${fault}`).toEqual([])
      foundNone.add(find)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(plant)
      await expect.poll(async () => (await find(page)).join('\n'), fault).toMatch(report)
    })
  }
})

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
  const ofState = (await walkOver(page, { state: 'new' })).join('\n')
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

test('a screen that was walked over in a wide window is known in a narrow one', async ({ page }) => {
  const walkIn = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    await hydrated(page)
    return expectWalkable(page)
  }
  await walkIn(1280)
  expect(await walkIn(390)).toBe(false)
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
    const state = walked.stateOf(screen)
    walked.add(screen)
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
