import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Section } from '../../content/types.ts'
import style from './table-of-contents.module.css'

// The reader is where the text crosses the upper third of the window.
const READING_LINE = '-20% 0px -65% 0px'

/** The id of the section that is being read. */
function useCurrentSection(sections: Section[]) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: READING_LINE },
    )
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
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

  // Beside the text there is room for it; above the text it is opened by whoever wants it.
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
