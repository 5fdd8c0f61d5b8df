export const organiserAsks = 'The organiser asks'
export const saveAnswers = 'Save answers'
