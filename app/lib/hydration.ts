// While React takes over the page that the server has written, what is there is right as it is.
let hydrating = typeof document !== 'undefined'

export const isHydrating = () => hydrating

export const hydrationIsDone = () => void (hydrating = false)
