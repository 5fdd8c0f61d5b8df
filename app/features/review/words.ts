export const notListedYet = 'Not listed yet'
export const aboutReview = (hours: number) =>
  `Until we’ve looked at it, it’s not in any list, search or feed. Anyone with its link can see it and book. It usually takes less than ${hours} hours.`
