import style from './moderation.module.css'

interface Props {
  reasons: readonly { points: number; sentence: string }[]
}

/** The rules that hold for an event, with what each adds to its score. */
export const ReasonsList = ({ reasons }: Props) => (
  <ul className={style.reasonsList}>
    {reasons.map(({ points, sentence }) => (
      <li key={sentence}>
        {sentence} <span className={style.quiet}>+{points}</span>
      </li>
    ))}
  </ul>
)
