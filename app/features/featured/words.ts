export const nothingFeatured = 'Nothing featured right now.'
export const seeWhatComes = 'See what’s coming up'
