/**
 * Leaving a page while a picture still grows into it ends that transition; React Router does so, and lets its promise
 * reject unheard. What was given up on purpose is nobody's error.
 */
export const SKIPPED_TRANSITION_SCRIPT = `addEventListener('unhandledrejection',function(e){if(e.reason&&e.reason.name==='AbortError')e.preventDefault()})`
