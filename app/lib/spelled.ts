/** A code four letters at a time, as one reads it out. */
export const spelled = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')
