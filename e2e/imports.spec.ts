import { create } from './support/booking.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const LUMA = [
  'api_id,name,email,approval_status,qr_code_url',
  'gst-1,Aoife Kelly,aoife@example.org,approved,https://lu.ma/check-in/evt-1?pk=g-AbCdEfGhIj',
  'gst-2,Tom Walsh,tom@example.org,declined,https://lu.ma/check-in/evt-1?pk=g-KlMnOpQrSt',
].join('\r\n')

const ICS = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:one@elsewhere.example', 'SUMMARY:Fiddle Evening'],
  ...['DTSTART:20990501T200000', 'LOCATION:The Cobblestone', 'END:VEVENT', 'END:VCALENDAR'],
].join('\r\n')

const asFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test(
  'guests come from another system in three steps, the import is undone, and the event is taken along',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    const creator = await newMember()
    const { id: eventId } = await create(creator, { capacity: 10 })
    await signInAs(creator)
    await page.goto(`/events/${eventId}/manage?tab=guests`)
    await page.getByRole('button', { name: 'Import guests' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import guests' })
    await expectAccessible(page, 'file of an import')
    await dialog.getByLabel('File').setInputFiles(asFile('guests.csv', LUMA))
    await expect(dialog.getByText('Step 2 of 3')).toBeVisible()
    await expect(dialog.getByLabel('Where the file is from')).toHaveValue('luma')
    await expect(dialog.getByRole('cell', { name: 'Aoife Kelly' })).toBeVisible()
    await expectAccessible(page, 'columns of an import')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByText('1 row: cancelled in the other system (row 3)')).toBeVisible()
    await expectAccessible(page, 'result of an import')
    await dialog.getByRole('button', { name: 'Import 1 guest' }).click()
    await expect(page.getByText('1 guest imported', { exact: true })).toBeVisible()
    await expect(page.getByText('Aoife Kelly')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await expectAccessible(page, 'undoing an import')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText('1 guest removed.')).toBeVisible()
    await expect(page.getByText('Aoife Kelly')).toBeHidden()
    await page.goto(`/events/${eventId}/manage?tab=event`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the event' }).click()
    expect((await download).suggestedFilename()).toBe(`event-${eventId}.zip`)
    await expect(page.getByText('The file is in your downloads.')).toBeVisible()
    await expectAccessible(page, 'export of an event')
  },
)

test('a calendar file becomes drafts after they were looked at', async ({ page, newMember, signInAs }) => {
  await signInAs(await newMember())
  await page.goto('/my-events')
  await page.getByRole('button', { name: 'Import events' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import events' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Please enter an address or choose a file.')).toBeVisible()
  await dialog.getByLabel('Or a file').setInputFiles(asFile('all.ics', ICS))
  await dialog.getByLabel('Time zone').fill('Europe/Dublin')
  await expectAccessible(page, 'import of events')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('1st May, 2099, 8:00 PM (Europe/Dublin): new draft')).toBeVisible()
  await expectAccessible(page, 'events of an import')
  await dialog.getByRole('button', { name: 'Make 1 draft' }).click()
  await expect(page.getByText('1 draft was made')).toBeVisible()
  await expect(page.getByText('Fiddle Evening')).toBeVisible()
})
