import { useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../lib/classes.ts'
import { Button } from './button.tsx'
import style from './clamped-text.module.css'
import { LinkedText } from './linked-text.tsx'

// Three lines hold about this much on most screens; the measurement in the browser decides.
const THREE_LINES = 240

const looksLonger = (text: string) => text.length > THREE_LINES || text.split('\n').length > 3

/** Three lines with Read more / Show less, when there are more than three. Without JavaScript the whole text is shown. */
export function ClampedText({ text, lang }: { text: string; lang?: string | undefined }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // Guessed while rendering on the server, so that nothing moves when the measurement agrees.
  const [isLonger, setIsLonger] = useState(() => looksLonger(text))

  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || isOpen) return
    const measure = () => setIsLonger(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, isOpen])

  return (
    <>
      <p ref={paragraph} dir="auto" lang={lang} className={classes(style.text, !isOpen && style.clamped)}>
        <LinkedText text={text} />
      </p>
      {isLonger && (
        <Button look="text" className={style.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Read more'}
        </Button>
      )}
    </>
  )
}
