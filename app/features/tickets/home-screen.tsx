import style from './own-ticket.module.css'
import * as words from './ticket-words.tsx'

/** No wallet passes: those need a contract with two companies. A page on the home screen opens as quickly. */
export const HomeScreen = () => (
  <details className={style.more}>
    <summary>{words.putOnHomeScreen}</summary>
    <ul>
      <li>{words.onIPhone(<b>{words.iPhoneAndIPad}</b>)}</li>
      <li>{words.onAndroid(<b>Android</b>)}</li>
      <li>{words.onComputer(<b>Computer</b>)}</li>
    </ul>
    <p>{words.worksOffline}</p>
  </details>
)
