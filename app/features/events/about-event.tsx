import { ClampedText } from '../../ui/clamped-text.tsx'
import style from './event-text.module.css'

export const AboutEvent = ({ description }: { description: string }) => (
  <section className={style.section}>
    <h2>About the event</h2>
    <ClampedText text={description} />
  </section>
)
