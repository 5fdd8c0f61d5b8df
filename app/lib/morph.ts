// A picture that was pressed grows into the next page's hero, in browsers that can (view transitions).
const NAME = 'event-picture'

let last: HTMLElement | undefined

/** Names the pressed one alone: two of one name, such as an event in two rows, would call the whole transition off. */
export function morphPicture(pressed: HTMLElement) {
  last?.style.removeProperty('view-transition-name')
  last = pressed.querySelector('img') ?? undefined
  last?.style.setProperty('view-transition-name', NAME)
}
