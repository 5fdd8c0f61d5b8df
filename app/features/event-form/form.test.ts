import { describe, expect, test } from 'vitest'
import { messages } from '../../../contract/messages.ts'
import { presignedUrl } from '../../../contract/storage.ts'
import { bodyOf, draftOf, EMPTY_DRAFT, isSameDraft, type EventDraft } from './draft.ts'
import { fileProblem, fileToUpload, fitInside } from './picture-file.ts'
import { progressPercent } from './progress.ts'
import { grantProblem, uploadErrorText } from './upload-errors.ts'
import { firstIncompleteTab, isCapacityInput, problemsOf, summaryOf } from './validation.ts'

const full: EventDraft = {
  ...EMPTY_DRAFT,
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  startTime: '2027-03-03T19:30',
  endTime: '2027-03-03T22:00',
  venue: 'The Cobblestone',
  capacity: '40',
}

describe('progress', () => {
  test('follows the 9.5 formula field by field, the picture weighing half', () => {
    const steps: Partial<EventDraft>[] = [
      {},
      { title: full.title },
      { description: full.description },
      { startTime: full.startTime },
      { endTime: full.endTime },
      { venue: full.venue },
      { capacity: full.capacity },
      { imageUrl: 'events/a.jpg' },
    ]
    let draft = EMPTY_DRAFT
    const percents = steps.map((step) => progressPercent((draft = { ...draft, ...step })))
    expect(percents).toEqual([32, 42, 53, 63, 74, 84, 95, 100])
  })

  test('blanks fill nothing, and the optional description of the artist counts for nothing', () => {
    expect(progressPercent({ ...EMPTY_DRAFT, title: '  ', artistDescription: 'Twelve fiddles' })).toBe(32)
  })

  test('a toggle keeps the three booleans filled', () => {
    expect(progressPercent({ ...EMPTY_DRAFT, isVirtual: true, isDraft: false })).toBe(32)
  })
})

describe('validation', () => {
  test('an empty form misses six fields, each with the helper text', () => {
    const problems = problemsOf(EMPTY_DRAFT)
    expect(Object.keys(problems).sort()).toEqual(['capacity', 'description', 'endTime', 'startTime', 'title', 'venue'])
    expect(new Set(Object.values(problems))).toEqual(new Set(['Field required for form completion']))
    expect(summaryOf(problems)).toBe('Please fill in all required fields')
    expect(firstIncompleteTab(EMPTY_DRAFT)).toBe(0)
  })

  test('a full form is complete without a picture or an artist', () => {
    expect(problemsOf(full)).toEqual({})
    expect(summaryOf({})).toBeNull()
    expect(firstIncompleteTab(full)).toBeNull()
  })

  test.each(['2027-03-03T19:30', '2027-03-03T19:29', '2026-03-04T22:00'])(
    'an end at %s is not after the start',
    (endTime) => {
      const problems = problemsOf({ ...full, endTime })
      expect(problems).toEqual({ endTime: 'End time must be after start time' })
      expect(summaryOf(problems)).toBe('End time must be after start time')
    },
  )

  test('too long a title and too large a room are told before they are sent', () => {
    expect(problemsOf({ ...full, title: 'x'.repeat(151) }).title).toBe('Please use at most 150 characters')
    expect(problemsOf({ ...full, capacity: '1000001' }).capacity).toBe('Capacity can be at most 1,000,000')
  })

  test.each([
    ['', true],
    ['1', true],
    ['250', true],
    ['0', false],
    ['-1', false],
    ['1.5', false],
    ['1e3', false],
    ['many', false],
    [' ', false],
    ['99999999', false],
  ])('capacity takes %j: %s', (text, accepted) => {
    expect(isCapacityInput(text)).toBe(accepted)
  })
})

describe('the draft', () => {
  test('goes out with booleans and numbers as text and without an empty artist', () => {
    expect(bodyOf(full, { isDraft: false, timeZone: 'Europe/Dublin' })).toEqual({
      title: 'Fiddle Night',
      description: 'Bring a fiddle.',
      venue: 'The Cobblestone',
      startTime: '2027-03-03T19:30',
      endTime: '2027-03-03T22:00',
      timeZone: 'Europe/Dublin',
      imageUrl: '',
      isDraft: 'false',
      isVirtual: 'false',
      isFreeOfCharge: 'true',
      sellingPrice: '0',
      anchorPrice: '0',
      capacity: '40',
    })
  })

  test("comes from an event in the event's own zone, forced to be free", () => {
    const event = {
      id: 1,
      title: 'Fado',
      description: 'Sad.',
      imageUrl: null,
      venue: 'Alfama',
      timeZone: 'Europe/Lisbon',
      startTime: '2027-07-01T19:00:00.000Z',
      endTime: '2027-07-01T22:00:00.000Z',
      capacity: 30,
      ticketsLeft: 30,
      sellingPrice: 12,
      anchorPrice: 15,
      isFreeOfCharge: false,
      isDraft: false,
      isVirtual: false,
      isSoldOut: false,
      artistDescription: null,
      organizerDescription: null,
      creatorId: 1,
      version: 3,
    }
    expect(draftOf(event)).toMatchObject({
      startTime: '2027-07-01T20:00',
      endTime: '2027-07-01T23:00',
      isFreeOfCharge: true,
      sellingPrice: '0',
      anchorPrice: '0',
      capacity: '30',
      artistDescription: '',
    })
  })

  test('carries the limits of booking where there are any, and takes them away from an event that had them', () => {
    const sending = { isDraft: false, timeZone: 'Europe/Dublin' }
    const limits = { maxPerPerson: '2', bookingClosesAt: '2027-03-03T12:00' }
    expect(bodyOf({ ...full, ...limits }, sending)).toMatchObject(limits)
    expect(bodyOf(full, { ...sending, version: 3 })).toMatchObject({ maxPerPerson: '', bookingClosesAt: '' })
    expect(progressPercent({ ...EMPTY_DRAFT, ...limits })).toBe(32)
    expect(problemsOf({ ...full, maxPerPerson: '101' }).maxPerPerson).toBe('This can be at most 100')
    expect(problemsOf({ ...full, bookingClosesAt: '2027-03-03T22:01' }).bookingClosesAt).toBe(
      'Booking must close before the event ends',
    )
  })

  test('knows whether anything was changed', () => {
    expect(isSameDraft(full, { ...full })).toBe(true)
    expect(isSameDraft(full, { ...full, isVirtual: true })).toBe(false)
  })
})

describe('a picture', () => {
  test.each([
    [{ type: 'image/svg+xml', size: 1 }, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'],
    [{ type: '', size: 1 }, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'],
    [{ type: 'image/png', size: 5_242_881 }, 'File too large. Maximum size: 5MB'],
    [{ type: 'image/png', size: 5_242_880 }, null],
    [{ type: 'image/webp', size: 10 }, null],
  ])('%j is answered %j', (file, problem) => {
    expect(fileProblem(file, false)).toBe(problem)
  })

  test('on the edit form any image of any size is taken, and stored as one of the four types', () => {
    const photo = { type: 'image/avif', size: 9_000_000 }
    expect(fileProblem(photo, true)).toBeNull()
    expect(fileProblem({ type: '', size: 1 }, true)).toBeNull()
    expect(fileProblem({ type: 'text/html', size: 1 }, true)).toBe(
      'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP',
    )
    const made = { type: 'image/webp', size: 9_500 }
    expect(fileToUpload({ type: 'image/avif', size: 500 }, made)).toEqual({ file: made })
    const problem = 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'
    expect(fileToUpload(photo, null)).toEqual({ problem })
  })

  test('fits into 1920x1080 with its proportions, and is never made larger', () => {
    expect(fitInside(3840, 2160)).toEqual({ width: 1920, height: 1080 })
    expect(fitInside(4000, 1000)).toEqual({ width: 1920, height: 480 })
    expect(fitInside(1000, 4000)).toEqual({ width: 270, height: 1080 })
    expect(fitInside(24, 24, { mayGrow: true })).toEqual({ width: 1080, height: 1080 })
    expect(fitInside(640, 360)).toEqual({ width: 640, height: 360 })
    expect(fitInside(100_000, 1)).toEqual({ width: 1920, height: 1 })
  })

  const sized = (size: number) => ({ type: 'image/jpeg', size })

  test('is uploaded resized only if that is smaller', () => {
    expect(fileToUpload(sized(1000), sized(500))).toEqual({ file: sized(500) })
    expect(fileToUpload(sized(500), sized(1000))).toEqual({ file: sized(500) })
  })

  test('may not have more than 2 MB after resizing, unless resizing failed', () => {
    const problem = 'Resized file still too large. Maximum size: 2MB'
    expect(fileToUpload(sized(4_000_000), sized(2_097_153))).toEqual({ problem })
    expect(fileToUpload(sized(4_000_000), sized(2_097_152))).toEqual({ file: sized(2_097_152) })
    expect(fileToUpload(sized(3_000_000), sized(4_000_000))).toEqual({ problem })
    expect(fileToUpload(sized(4_000_000), null)).toEqual({ file: sized(4_000_000) })
  })
})

test('upload errors have their fixed texts', () => {
  expect(uploadErrorText(403)).toBe('Permission denied. Check your AWS credentials and bucket permissions.')
  expect(uploadErrorText(404)).toBe('S3 service not found. Please check your backend configuration.')
  expect(uploadErrorText(500)).toBe('Server error: 500 - Unknown error')
  expect(uploadErrorText(413, messages.fileTooLarge)).toBe('Server error: 413 - File too large. Maximum size: 5MB')
  expect(uploadErrorText(0)).toBe('Network error. Please check your internet connection.')
  const problem = (reply: unknown) => grantProblem(presignedUrl.reply.safeParse(reply).error)
  expect(problem('<html>')).toBe('Invalid response from server')
  expect(problem({ key: 'events/a.jpg' })).toBe('Failed to get upload URL from server')
  expect(problem({ uploadUrl: '', key: 'events/a.jpg' })).toBe('Failed to get upload URL from server')
  expect(problem({ uploadUrl: '/put' })).toBe('Failed to get file key from server')
  expect(grantProblem(new SyntaxError('not JSON'))).toBe('Invalid response from server')
})
