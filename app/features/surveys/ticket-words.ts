export const withYourName = (organiser: string) => `${organiser} sees your name with your answers.`
export const isAnonymous = (organiser: string) => `This survey is anonymous: ${organiser} can’t see who wrote what.`
export const howThatWorks = 'How that works'
export const aboutAnonymous = (organiser: string) =>
  `We note that you took part, and store your answers without your name, time or device, shuffled with those of others. ${organiser} sees them from five answers on, in groups of five. Only those who run this server could see the order in which answers arrive: in the log of its database, or by comparing copies of it.`
export const sendAnswers = 'Send answers'
export const pleaseAnswer = (question: string) => `Please answer: ${question}`
export const answerOne = 'Please answer a question.'
export const notSent = 'Your answers could not be sent. Please try again.'
export const thanks = 'Thank you. Your answers have been sent.'
export const answered = 'You’ve answered this survey.'
export const takenPart =
  'You’ve taken part in this survey. If your answers got lost on the way, they can’t be sent again, because nobody knows which were yours.'
export const answerAgain = 'Answer again'
export const openUntil = (moment: string) => `Open until ${moment}.`
export const loadingSurvey = 'Loading the survey'
export const surveyNotLoaded = 'The survey could not be loaded.'
