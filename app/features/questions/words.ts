export const askTheOrganiser = 'Ask the organiser'
export const yourQuestion = 'Your question'
export const aboutQuestion = 'We’ll email it to the organiser with your address, so they can reply.'
