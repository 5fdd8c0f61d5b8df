// What is said. The aria snapshots are what Chromium tells a screen reader on ten journeys; booking, the waiting list and the door
// are read aloud by a virtual one. The texts are here to be read: they have to make sense to somebody who sees nothing.
import { bookButton, create, panel, success } from './support/booking.ts'
import { newNight, verdict, wedge } from './support/door.ts'
import { loginDialog } from './support/login-dialog.ts'
import { announcedWhile, readAloud } from './support/spoken.ts'
import { expect, test } from './support/test.ts'

test('a visitor hears where they are, what an event is, and how to book it', async ({ page, newMember }) => {
  const event = await create(await newMember({ firstName: 'Cora', lastName: 'Walsh' }))
  await page.goto('/contact')
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Hooley, home"
      - navigation "Main":
        - link "Find Events"
        - search:
          - searchbox "Search events" [disabled]
          - button "Search"
        - link "Upcoming Events"
        - link "Create Event"
        - button "Open account menu"
  `)
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Account' })).toMatchAriaSnapshot(`
    - dialog "Account":
      - heading "Account" [level=2]
      - button "Close"
      - navigation "Account":
        - link "Sign Up"
        - link "Login"
      - group "Colours":
        - radio "System" [checked]
        - radio "Light"
        - radio "Dark"
  `)
  await page.goto(`/events/${event.id}`)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - article:
        - heading "Supper Club" [level=1]
        - button "Share"
        - button "Add to favorites"
        - list:
          - listitem:
            - paragraph: 18th Jul, 2031 Fri
            - paragraph: Doors open 7:30 PM · 3 hours, until 10:30 PM
          - listitem:
            - paragraph: Casa do Rio , Lisbon
            - link "Show on map"
        - region "Booking":
          - paragraph: FREE
          - status: 10 places left
          - group "Number of tickets":
            - button "Fewer tickets" [disabled]
            - status "Tickets": "1"
            - button "More tickets"
          - button "BOOK SLOT"
        - heading "About the event" [level=2]
        - paragraph: One long table.
        - paragraph:
          - link "Cora W."
  `)
  await bookButton(page).click()
  await expect(loginDialog(page).dialog).toMatchAriaSnapshot(`
    - dialog "Login":
      - heading "Login" [level=2]
      - button "Close"
      - paragraph: Supper Club
      - paragraph: 1 place, free
      - paragraph: Log in to book your place.
      - heading "Book with your email" [level=3]
      - textbox "Name"
      - textbox "Email"
      - button "Book"
      - textbox "Password"
      - button "Show what you typed"
      - button "Email me a code"
      - button "Forgot your password?"
      - button "Login"
      - link "Continue with Google"
  `)
  await loginDialog(page).dialog.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toMatchAriaSnapshot(`
    - dialog "Sign Up":
      - textbox "First name"
      - textbox "Last name"
      - textbox "Email"
      - textbox "Password"
      - paragraph: At least 6 characters
      - textbox "Confirm password"
      - checkbox "I accept the Terms of Service and Privacy Policy"
      - button "Sign Up"
  `)
})

test('a guest hears their booking, their bookings and their ticket', async ({ page, newMember, signInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [creator, guest] = [await newMember(), await newMember({ firstName: 'Ada', lastName: 'Byrne' })]
  const event = await create(creator)
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  await expect(bookButton(page)).toBeVisible()
  expect(await readAloud(panel(page))).toEqual([
    'region, Booking',
    'paragraph',
    'FREE',
    'end of paragraph',
    'status',
    '10 places left',
    'end of status',
    'group, Number of tickets',
    'button, Fewer tickets, disabled',
    'status, Tickets',
    '1',
    'end of status, Tickets',
    'button, More tickets',
    'Max.',
    '4',
    'end of group, Number of tickets',
    'button, BOOK SLOT, not busy',
    'end of region, Booking',
  ])
  const whileBooking = await announcedWhile(page, async () => {
    await bookButton(page).click()
    await expect(success(page).getByRole('img', { name: 'Your ticket’s code' })).toBeVisible()
  })
  expect(whileBooking).toContain('dialog, Booking Successful!')
  expect(await readAloud(success(page))).toEqual([
    'dialog, Booking Successful!',
    'dialog, Booking Successful!',
    'heading, Booking Successful!, level 2',
    'paragraph',
    'Supper Club',
    'end of paragraph',
    'paragraph',
    '18th Jul, 2031 ·',
    '7:30 PM',
    'end of paragraph',
    'paragraph',
    'Casa do Rio, Lisbon',
    'end of paragraph',
    'paragraph',
    '1 ticket',
    'end of paragraph',
    'image, Your ticket’s code, to show at the door',
    'paragraph',
    'A confirmation email was sent to',
    'strong',
    guest.email,
    'end of strong',
    ', with your tickets and a calendar entry.',
    'end of paragraph',
    'link, Add to calendar',
    'link, My Bookings',
    'button, Close',
    'status',
    'end of dialog, Booking Successful!',
  ])
  // The mechanism taken away: without its name the dialog says nothing of a booking.
  await success(page).evaluate((dialog) => dialog.removeAttribute('aria-labelledby'))
  expect((await readAloud(page.locator('dialog[open]')))[0]).toBe('dialog')

  await page.goto('/my-bookings')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "My Bookings" [level=1]
      - heading "Coming up" [level=2]
      - list:
        - listitem:
          - link /18th Jul, 2031 · 7:30 PM in \\d+ days Supper Club Casa do Rio, Lisbon 1 ticket/
          - button "Can't come"
  `)
  await page.getByRole('listitem').filter({ hasText: 'Supper Club' }).getByRole('link').first().click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "My Bookings"
      - article:
        - heading "Supper Club" [level=1]
        - paragraph: 18th Jul, 2031 · 7:30 PM to 10:30 PM
        - paragraph: Casa do Rio, Lisbon
        - paragraph: Ada Byrne
        - paragraph: 1 ticket
        - img "Your ticket’s code, to show at the door"
      - link "Add to calendar"
      - link "Directions"
      - region "Change of plan?":
        - button "Can't come"
      - button "Ask the organiser"
  `)
})

test('who joins a waiting list hears what it is, and that they are on it', async ({ page, newMember, signInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator, { capacity: 2 })
  await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  await panel(page).getByRole('button', { name: 'Join the waiting list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waiting list' })
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Waiting list":
      - heading "Waiting list" [level=2]
      - button "Close"
      - paragraph: When places come up, we offer them in order of joining and hold them while you decide.
      - group "How many places?":
        - radio "1" [checked]
        - radio "2"
        - radio "3"
        - radio "4"
      - switch "Book for me without asking, until 24 hours before"
      - button "Join the waiting list"
  `)
  const said = await readAloud(dialog)
  expect(said).toEqual(
    expect.arrayContaining([
      'group, How many places?',
      'radio, 1, checked, position 1, set size 4',
      'radio, 2, not checked, position 2, set size 4',
      'switch, Book for me without asking, until 24 hours before, Otherwise we’ll ask first, and hold the places while you decide., not checked',
      'button, Join the waiting list, not busy',
    ]),
  )
  const whileJoining = await announcedWhile(page, async () => {
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(dialog.getByText('Place 1 of 1')).toBeVisible()
  })
  expect(whileJoining).toContain('polite: You’re on the waiting list.')
  expect(await readAloud(dialog)).toEqual(
    expect.arrayContaining([
      'Place 1 of 1',
      'You’re waiting for 1 place. We’ll email you when a place comes up and hold it while you decide.',
      'button, Change',
      'button, Leave the waiting list',
    ]),
  )
})

test('an organiser hears the form of an event, and the door says who is in', async ({ page, newMember, signInAs }) => {
  const night = await newNight(newMember, 6)
  const code = await night.book(2)
  await signInAs(night.creator)
  await page.goto('/create-event')
  await expect(page.getByRole('form')).toMatchAriaSnapshot(`
    - form "Create Event":
      - tablist "Parts of the event":
        - tab "Event Details" [selected]
        - tab "Social Settings Coming Soon" [disabled]
        - tab "Emailers Coming Soon" [disabled]
        - tab "Surveys Coming Soon" [disabled]
      - tabpanel "Event Details":
        - paragraph: Fields marked * are required.
        - textbox "Title"
        - textbox "Description"
        - paragraph: What happens, and who is it for?
        - textbox "Start time"
        - textbox "End time"
        - group "Event type":
          - radio "In-person" [checked]
          - radio "Virtual"
        - textbox "Venue"
        - textbox "Capacity"
  `)
  await page.goto('/settings')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Settings" [level=1]
      - tablist "Settings":
        - tab "Privacy" [selected]
        - tab "Security"
        - tab "Your Data"
      - tabpanel "Privacy":
        - switch "Event history" [checked]
  `)
  await page.goto((await night.openLink('Desk')).url)
  await expect(page.getByRole('status')).toHaveText('Ready')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "Supper Club" [level=1]
      - paragraph: Desk
      - paragraph:
        - strong: "0"
        - text: of 6 in
      - paragraph: "Desk: 0"
      - status: Ready
    - main:
      - button "Start the camera"
      - textbox "Name, or last 5 of the code"
      - button "Find"
      - textbox "Walk-in name (optional)"
      - combobox "Places"
      - button "Let in"
  `)
  await wedge(page, code)
  await expect(verdict(page)).toContainText('2 places, 0 in')
  // What asks or answers is an alert: it is said at once.
  expect(await readAloud(verdict(page))).toEqual([
    'region, Verdict',
    'alert',
    'paragraph',
    'How many?',
    'end of paragraph',
    'paragraph',
    'Aoife Kelly',
    'end of paragraph',
    'paragraph',
    '2 places, 0 in',
    'end of paragraph',
    'end of alert',
    'button, All 2',
    'button, +1',
    '+',
    '1',
    'end of button, +1',
    'button, Close',
    'end of region, Verdict',
  ])
  const whileLettingIn = await announcedWhile(page, async () => {
    await verdict(page).getByRole('button', { name: 'All 2' }).click()
    await expect(verdict(page)).toContainText('2 of 2 places in')
    await expect(page.getByRole('status')).toHaveText('All sent')
  })
  expect(whileLettingIn).toContain('polite: All sent')
  expect(await readAloud(verdict(page))).toEqual([
    'region, Verdict',
    'alert',
    'paragraph',
    'In',
    'end of paragraph',
    'paragraph',
    'Aoife Kelly',
    'end of paragraph',
    'paragraph',
    '2 of 2 places in',
    'end of paragraph',
    'end of alert',
    'button, Undo',
    'button, Close',
    'end of region, Verdict',
  ])
})
