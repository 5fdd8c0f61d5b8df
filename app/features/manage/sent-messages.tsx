import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { SentMessage } from '../../../contract/guest-messages.ts'
import { AUDIENCE_WORDS, people } from './message-words.ts'
import style from './messages-section.module.css'

export const SentMessages = ({ sent, timeZone }: { sent: SentMessage[]; timeZone: string }) => (
  <>
    <h3 className={style.before}>Sent before</h3>
    <ul role="list" className={style.sent}>
      {sent.map((message) => (
        <li key={message.id}>
          <details className={style.details}>
            <summary>
              <strong>{message.subject}</strong>{' '}
              <span className="quiet">
                {formatDate(message.sentAt, timeZone)}, {formatTime(message.sentAt, timeZone)}
              </span>
            </summary>
            <p className="quiet">
              By {message.by} to{' '}
              {message.to === 'guest'
                ? (message.name ?? 'a guest')
                : `${AUDIENCE_WORDS[message.to].long}: ${people(message.recipients)}`}
              .
            </p>
            <p className={style.written}>{message.text}</p>
          </details>
        </li>
      ))}
    </ul>
  </>
)
