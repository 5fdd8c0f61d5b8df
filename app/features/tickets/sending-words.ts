export const takeBackFor = (name: string) => `Take back the place for ${name}?`
export const linkStopsWorking = 'The link you sent stops working, and its code won’t let them in.'
export const takeItBack = 'Take it back'
export const keepIt = 'Keep it'
export const sendToFriend = 'Send a place to a friend'
export const placesYouSent = 'Places you sent'
export const aFriend = 'A friend'
export const isIn = 'is in'
export const shareLinkFor = (name: string) => `Share the link for ${name}`
export const takeBackPlaceFor = (name: string) => `Take back the place for ${name}`
export const takeBack = 'Take back'
export const friendsName = 'Your friend’s name'
export const aboutFriendsName =
  'They get their own code and don’t need an account. Your code no longer covers their place.'
export const sendPlace = 'Send a place'
export const nameIsMissing = 'Please say who the place is for'
export const placeForYou = (title: string) => `I have a place for you: ${title}`
export const linkCopied = (name: string) => `Link for ${name} copied`
