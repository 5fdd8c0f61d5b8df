export const nothingPublished = 'Nothing published at the moment'
export const seriesYouFollow = 'Series you follow'
export const creatorsYouFollow = 'Creators you follow'
export const loadingFollowed = 'Loading the creators you follow'
export const followedNotLoaded = 'The creators you follow could not be loaded.'
export const nobodyYet = 'Nobody yet. Press Follow on a creator’s page and we’ll tell you about their new events.'

export const yourPublicPage = 'Your public page'
export const aboutPublicPage = 'People see this once you have published an event.'
export const publicName = 'Public name'
export const withoutName = (name: string) => `Without one you’re ${name}`
export const aboutYou = 'About you'
export const savePublicPage = 'Save public page'
