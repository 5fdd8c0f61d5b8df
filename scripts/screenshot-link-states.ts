// What the links of mails lead to, without signing in: made anew for every picture.
import type { Page } from '@playwright/test'
import { booked, offered, press, type Scene, type State } from './screenshot-scenes.ts'
import type { Stage } from './screenshot-stage.ts'

const LINK = /\/links\/([\w-]{34})/

/** As after the offer's time: the clock of the server cannot be turned. */
export const asResting = (page: Page) =>
  page.route(/\/api\/(links\/|events\/\d+\/waiting-list$)/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { entry?: object }
    const rest = { state: 'resting', offer: null }
    await route.fulfill({
      response,
      json: answer.entry ? { ...answer, entry: { ...answer.entry, ...rest } } : { ...answer, ...rest },
    })
  })

const offerLink = (name: string, act?: Scene['act'], before?: Scene['before']): State => ({
  name: `link-offer-${name}`,
  async set(stage) {
    const { person } = await offered(stage)
    return { path: `/links/${await stage.fromMail(person, /you are next[^]*?\/links\/([\w-]{34})/)}`, before, act }
  },
})

/** The link of the mail that calls it off, tonight so that it goes out at once; it asks the same as a reminder. */
const answerLink = (name: string, act?: Scene['act']): State => ({
  name: `link-answer-${name}`,
  async set(stage) {
    const { creator, guest, event } = await booked(stage, 3, { startTime: stage.at(5), endTime: stage.at(8) })
    const params = { eventId: event.id }
    await creator.api.eventStates.postpone({ params, body: {} })
    const token = await stage.fromMail(guest, /Keep or give back[^]*?\/links\/([\w-]{34})/)
    const body = { startTime: stage.at(30 * 24), endTime: stage.at(30 * 24 + 3) }
    await creator.api.eventStates.reinstate({ params, body })
    return { path: `/links/${token}`, act }
  },
})

export const LINK_STATES: State[] = [
  offerLink('two'),
  offerLink('taken', async (page) => {
    await press(page, 'Take all 2')
    await page.getByText('Booking Successful!').waitFor()
  }),
  offerLink('declined', async (page) => {
    await press(page, 'No, thanks')
    await page.getByRole('button', { name: 'No, thanks' }).waitFor({ state: 'hidden' })
  }),
  offerLink('gone', undefined, asResting),
  answerLink('asked'),
  answerLink('coming', async (page) => {
    await press(page, 'Coming')
    await page.getByText('See you there').waitFor()
  }),
  answerLink('fewer', (page) => press(page, 'Fewer of us')),
  answerLink('fewer-back', async (page) => {
    await press(page, 'Fewer of us')
    await press(page, 'Only 1')
    await page.getByText('1 ticket').first().waitFor()
  }),
  answerLink('all-back', async (page) => {
    await press(page, /^Can't come/)
    await page.getByText('Given back').waitFor()
  }),
  {
    name: 'link-confirm',
    set: async (stage) => ({ path: `/links/${await stage.fromMail(await stage.person('Nora', 'Byrne'), LINK)}` }),
  },
  {
    name: 'link-confirmed',
    set: async (stage) => ({
      path: `/links/${await stage.fromMail(await stage.person('Nora', 'Byrne'), LINK)}`,
      act: async (page) => {
        await press(page, 'Confirm my address')
        await page.getByText('is confirmed').waitFor()
      },
    }),
  },
  ...['asked', 'done'].map((name) => ({
    name: `link-unsubscribe-${name}`,
    async set(stage: Stage) {
      const { person } = await offered(stage)
      const token = await stage.fromMail(person, /you are next[^]*\/links\/([\w-]{34})/)
      const act = async (page: Page) => {
        await press(page, 'Unsubscribe')
        await page.getByText('You are unsubscribed').waitFor()
      }
      return { path: `/links/${token}`, act: name === 'done' ? act : undefined }
    },
  })),
]
