import { classes } from '../../lib/classes.ts'
import { PauseIcon, PlayIcon } from '../../ui/icons.tsx'
import { useSlider } from '../../ui/use-slider.ts'
import type { EventCardData } from './card-data.ts'
import { HeroSlide } from './hero-slide.tsx'
import style from './hero-slider.module.css'

/** Home's first events, one full-width picture each. Swiped by the platform's own scrolling, so it needs no script. */
export function HeroSlider({ events }: { events: EventCardData[] }) {
  const { track, frame, current, show, isStopped, isStill, toggle, onKeyDown } = useSlider(events.length)
  return (
    <section
      ref={frame}
      className={style.slider}
      aria-roledescription="carousel"
      aria-label="Next events"
      onKeyDown={onKeyDown}
    >
      <ul ref={track} role="list" className={style.track}>
        {events.map((event, index) => (
          <HeroSlide key={event.id} event={event} isFirst={index === 0} />
        ))}
      </ul>
      {events.length > 1 && (
        <div className={style.controls}>
          {events.map((event, index) => (
            <button
              key={event.id}
              type="button"
              className={style.dot}
              aria-label={`Show event ${index + 1} of ${events.length}`}
              aria-current={index === current}
              onClick={() => show(index)}
            >
              <span className={classes(style.mark, index === current && style.here)} />
            </button>
          ))}
          {!isStill && (
            <button
              type="button"
              className={style.dot}
              aria-label={isStopped ? 'Play slides' : 'Pause slides'}
              onClick={toggle}
            >
              {isStopped ? <PlayIcon /> : <PauseIcon />}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
