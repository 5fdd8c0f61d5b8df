export const whatWeUnderstood = 'What we understood'
export const useThese = 'Use these'
