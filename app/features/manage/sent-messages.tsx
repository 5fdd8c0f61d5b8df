import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { SentMessage } from '../../../contract/guest-messages.ts'
import style from './messages-section.module.css'
import * as words from './message-words.ts'

export const SentMessages = ({ sent, timeZone }: { sent: SentMessage[]; timeZone: string }) => (
  <>
    <h3 className={style.before}>{words.sentBefore}</h3>
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
                ? (message.name ?? words.aGuest)
                : `${words.AUDIENCE_WORDS[message.to].long}: ${words.people(message.recipients)}`}
              .
            </p>
            <p className={style.written}>{message.text}</p>
          </details>
        </li>
      ))}
    </ul>
  </>
)
