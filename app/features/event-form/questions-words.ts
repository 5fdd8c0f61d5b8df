export const questionsNotLoaded = 'The questions could not be loaded.'
export const loadingQuestions = 'Loading the questions'
export const aboutQuestions = (most: number) =>
  `Up to ${most}, asked once people have booked. You’ll see answers in the guest list and its CSV, never at the door. We delete them 90 days after the event.`
export const aboutRequired = 'We remind guests who haven’t answered. Their tickets are valid either way.'
export const saveQuestions = 'Save questions'
