import type { ReactNode } from 'react'

export const whatEventOffers = 'What the event offers'
export const writtenIn = 'Written in'
export const aboutWrittenIn = 'So that screen readers pronounce your words correctly.'
export const notSpecified = 'Not specified'

export const noBallotInSeries = 'A date of a series can’t have a ballot.'
export const holdBallot = 'Hold a ballot instead'

export const suggestedCapacities = 'Suggestions for the capacity'
export const countOfPeople = (places: string) => `${places} people`

export const markedAreRequired = 'Fields marked * are required.'
export const startTime = 'Start time'
export const endTime = 'End time'
export const isYearRight = 'This date has passed. Is the year right?'
export const eventType = 'Event type'
export const artistDescription = 'Artist description (optional)'

export const formProgress = 'Form progress'
export const savedWhatYouWrote = 'We saved what you wrote.'
export const choosePictureAgain = ' Please choose the picture again.'
export const startAgain = 'Start again'

export const townOptional = 'Town (optional)'
export const categoriesUpTo = (most: number) => `Categories (optional, up to ${most})`

export const saveDraft = 'Save draft'

export const partsOfEvent = 'Parts of the event'

export const leaveWithoutSaving = 'Leave without saving?'
export const notSavedYet = 'Your changes aren’t saved yet.'
export const keepEditing = 'Keep editing'

export const limitsOfBooking = 'Limits of booking'
export const mostPerPerson = 'Most tickets per person (optional)'
export const bookingCloses = 'Booking closes (optional)'
export const iDecide = 'I decide who comes'
export const aboutIDecide = 'People ask for a place, and you accept or decline.'
export const peopleConfirm = 'People confirm two days before'
export const aboutConfirming =
  'Anyone who doesn’t within a day goes on standby, and their place goes to someone who’s waiting. We tell people when they book.'
export const extraPlaces = 'Extra places, because not everyone comes'
export const aboutExtraPlaces = (chance: string) =>
  `Capacity is the size of your room. We take more bookings than that, as long as your past events suggest that at least ${chance} people who come will get in. We tell people when they book.`
export const noExtraPlacesYet =
  'Once three of your events have used the door, we can take more bookings than you have seats, and almost everyone who comes will still get in.'
export const whoCanFindIt = 'Who can find it'
export const aboutUnlisted = 'It’s not in lists or search. People need its link, which you can renew in Manage.'
export const howPeopleGetIn = 'How people get in'
export const wherePeopleBook = 'Where people book'

export const asGuestsSeeIt = 'As guests will see it'
export const drewPoster = 'No picture? We’ve drawn a poster for you.'

export const messageToGuests = 'Message to your guests (optional)'

export const writeInOneLine = 'Write it in one line (optional)'
export const exampleOfLine = 'For example: Trad session Fri 8pm Cobblestone 40 people'

export const helpFindIt = 'Help people find it (optional)'
export const accessAndLanguage = 'Accessibility and language (optional)'
export const bookingRules = 'Booking rules (optional)'
export const findingAndEntry = 'Who can find it and how people get in (optional)'

export const eventImage = (optional: ReactNode) => <>Event image {optional}</>
export const previewOfImage = 'Preview of the event image'
export const dropPicture = 'Drop a picture here'
export const addPicture = 'Add a picture'
export const replaceImage = 'Replace image'
export const chooseImage = 'Choose image'
export const removeImage = 'Remove image'
export const imageFile = 'Event image file'
export const recommendedSize = 'Recommended: 1920x1080 (16:9).'
export const typesAndSize = (types: string) => ` ${types}, up to 5 MB.`

export const askYourGuests = 'Ask your guests something'
export const questionsForGuests = 'Questions for your guests'

export const otherAccount = 'You’re logged in with another account'
export const saveAsOther = (name: string | undefined) =>
  `Someone else started this form. Do you want to save it as ${name}?`
export const saveAs = (name: string | undefined) => `Save as ${name}`

export const whatWeUnderstood = 'What we understood'
export const useThese = 'Use these'

export const questionsNotLoaded = 'The questions could not be loaded.'
export const loadingQuestions = 'Loading the questions'
export const aboutQuestions = (most: number) =>
  `Up to ${most}, asked once people have booked. You’ll see answers in the guest list and its CSV, never at the door. We delete them 90 days after the event.`
export const aboutRequired = 'We remind guests who haven’t answered. Their tickets are valid either way.'
export const saveQuestions = 'Save questions'
