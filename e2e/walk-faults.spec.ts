// Each part of the walk over screens and dialogs (e2e/support/walk.ts) proves that it can fail: a fault is planted in a page
// that has none, and has to be reported.
import type { Page } from '@playwright/test'
import { openPlainPage } from './support/plain-page.ts'
import {
  ask,
  choosingFaults,
  choosingInDialogFaults,
  checkedFaults,
  focusFaults,
  forcedColourFaults,
  reflowFaults,
  tabFaults,
} from './support/walk.ts'
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
    report: /has a transition/,
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

test('the walk reports each fault that is planted, and none without', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/acts-at-once', (route) => route.fulfill({ status: 204 }))
  for (const { fault, plant, find, report } of PLANTED) {
    await test.step(fault, async () => {
      await openPlainPage(page)
      expect(await find(page), `without ${fault}`).toEqual([])
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(plant)
      await expect.poll(async () => (await find(page)).join('\n'), fault).toMatch(report)
    })
  }
})
