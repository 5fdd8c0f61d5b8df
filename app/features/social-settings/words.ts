export const card = 'The card that is shown with the link'
export const textFor = (network: string) => `Text for ${network}`
export const lengthOf = (length: string, limit: string, ending: string) => `${length} of ${limit}${ending}`
export const remindMe = 'Remind me to post at (optional)'
export const movesWithEvent = (timeZone: string) => `In ${timeZone} time. It moves with the event.`
export const youWereReminded = (day: string, time: string) => `You were reminded on ${day}, ${time}.`
export const copyText = 'Copy the text'
export const textNotCopied = 'The text could not be copied. Please select it and copy it.'

export const aboutPosts =
  'We never post for you or ask for a password. At the time you choose you’ll get an email and a notification, and one press opens the network’s own form.'
export const savedToo = ' The texts are saved with the event.'
export const loadingPosts = 'Loading the posts'
export const postsNotLoaded = 'The posts could not be loaded.'
