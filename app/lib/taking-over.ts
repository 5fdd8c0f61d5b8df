// While React takes over the page that the server has written, what is there is right as it is.
let isTakingOver = typeof document !== 'undefined'

export const isPageBeingTakenOver = () => isTakingOver

export const pageIsTakenOver = () => void (isTakingOver = false)
