export const deleteYourAccount = 'Delete your account'
export const finalAfter = (days: number) =>
  `It’s final after ${days} days. Until then you can log in and keep your account. What others rely on, such as past events, stays without your name.`
export const deleteMyAccount = 'Delete my account'
export const areYouSure = 'Are you sure?'
export const askToDelete = 'Delete your account?'
export const placesAreGivenBack =
  'Your places are given back straight away, and you won’t get them back if you keep your account after all.'
export const straightAway = 'Straight away, and for good:'
export const bookingsEnd = 'your places at upcoming events are given back'
export const waitingEnds = 'you leave every waiting list'
export const nobodySeesYou = 'nobody can see your page or your name any more'
export const devicesEnd =
  'your other devices are signed out; door links, calendar feeds and push notifications stop working'
export const whatIsDeleted = (days: number, site: string) =>
  `After ${days} days your name, your address and your pictures are deleted from ${site}. Log in before then to keep your account or download your data.`
export const bookedEventsStay =
  'Events that other people have booked stay, without your name. Their titles and texts stay as you wrote them, unless you remove them.'
export const removeTexts = 'Also remove the titles and texts of my events'
export const yesDelete = 'Yes, delete it'
export const keepMyAccount = 'Keep my account'
export const notDeleted = 'Your account could not be deleted. Please try again.'

export const willBeDeleted = 'Your account will be deleted'
export const finalOn = (day: string) =>
  `It’s final on ${day}. Until then you can keep it. Nobody else can see your page or your name.`
export const notKept = 'Your account could not be kept. Please try again.'

export const downloadYourData = 'Download your data'
export const aboutDownload = (site: string, days: number) =>
  `One file with everything ${site} keeps about you, including your pictures. We’ll email you a link, valid for ${days} days.`
export const preparing = 'We’re preparing your file. We’ll email you when it’s ready.'
export const downloadMyData = 'Download my data'
export const requestMyData = 'Request my data'
export const notPrepared = 'Your file could not be prepared. Please try again.'
