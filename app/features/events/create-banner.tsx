import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import style from './create-banner.module.css'

const images = (variant: string, widths: number[]) =>
  widths.map((width) => `/images/cta-${variant}-${width}.webp ${width}w`).join(', ')

// A link is followed by Enter; this one looks like a button as well, so Space must work too.
function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

/** The call to action: a full-width picture that leads to Create Event. */
export const CreateBanner = () => (
  <Link to="/create-event" className={style.banner} onKeyDown={onKeyDown}>
    <picture className={style.frame}>
      <source
        media="(min-width: 768px)"
        srcSet={images('desktop', [1200, 2400])}
        sizes="100vw"
        width={2400}
        height={420}
      />
      <img
        src="/images/cta-mobile-800.webp"
        srcSet={images('mobile', [400, 800])}
        sizes="100vw"
        width={800}
        height={640}
        alt=""
        className={style.picture}
        loading="lazy"
        decoding="async"
      />
    </picture>
    <div className={style.words}>
      <p className={style.title}>Got a room and an idea?</p>
      <p className={style.text}>
        Put your event online in five minutes. <span className={style.more}>Free events cost nothing.</span>
      </p>
      <span className={style.action}>Create Event</span>
    </div>
  </Link>
)
