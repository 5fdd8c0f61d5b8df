import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Section } from '../../content/types.ts'
import style from './table-of-contents.module.css'

// The reader is where the text crosses the upper third of the window.
const READING_LINE = 0.35

/**
 * Which section is being read, by where their tops are in the window: the last one that begins above the reading line, the
 * first while none does. The last ones are too short to come up to the line: at the page's end it is what begins in sight.
 */
export function sectionRead(tops: number[], windowHeight: number, isAtEnd: boolean): number {
  const line = windowHeight * (isAtEnd ? 1 : READING_LINE)
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  )
}

/** The id of the section that is being read. */
function useCurrentSection(sections: Section[]) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      const { scrollY, innerHeight } = window
      const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const tops = sections.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity)
      setCurrent(sections[sectionRead(tops, innerHeight, atEnd)]?.id)
    }
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [sections])
  return current
}

const focusTitle = (id: string) => {
  const title = document.getElementById(`${id}-title`)
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

export function TableOfContents({ sections }: { sections: Section[] }) {
  const current = useCurrentSection(sections)
  const list = useRef<HTMLOListElement>(null)
  const details = useRef<HTMLDetailsElement>(null)

  // Beside the text there is room for it; above the text it is closed until somebody opens it.
  useEffect(() => {
    const wide = matchMedia('(min-width: 1024px)')
    const follow = () => {
      if (details.current) details.current.open = wide.matches
    }
    follow()
    wide.addEventListener('change', follow)
    return () => wide.removeEventListener('change', follow)
  }, [])

  useEffect(() => {
    const link = list.current?.querySelector('[aria-current]')
    const box = details.current
    // Only where the list itself scrolls; the page stays where the reader has it.
    if (link instanceof HTMLElement && box && box.scrollHeight > box.clientHeight)
      box.scrollTo({ top: link.offsetTop - box.clientHeight / 2 })
  }, [current])

  return (
    <nav aria-label="On this page" className={style.contents}>
      <p className={style.heading} aria-hidden="true">
        On this page
      </p>
      <details ref={details} className={style.details}>
        <summary className={style.summary}>On this page</summary>
        <ol ref={list} role="list" className={style.list}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                className={style.link}
                aria-current={id === current ? 'location' : undefined}
                onClick={() => focusTitle(id)}
              >
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
