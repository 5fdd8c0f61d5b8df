export const sendByEmail = 'Send it by email'
export const aboutEmail = 'Each guest gets it once, and one reminder if they haven’t answered.'
export const hasAnswers = 'This survey has answers, so its questions can’t be changed.'
export const aboutRequired = 'People can’t send the survey without answering this.'
export const notLoaded = (survey: string) => `The ${survey} could not be loaded.`
export const showResults = 'Show the results'

export const asTable = 'As a table'
export const answersTo = (question: string) => `Answers to: ${question}`
export const theFirst = (count: number) => `The first ${count}. All are in the CSV.`
export const loadingResults = 'Loading the results'
export const downloadCsv = 'Download CSV'

export const aboutSurveys = 'What you ask your guests. They answer on their ticket or by a link that needs no sign-in.'
export const savedToo = ' Surveys are saved together with the event.'
