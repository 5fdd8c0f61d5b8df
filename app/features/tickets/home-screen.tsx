import style from './own-ticket.module.css'

/** No wallet passes: those need a contract with two companies. A page on the home screen opens as quickly. */
export const HomeScreen = () => (
  <details className={style.more}>
    <summary>Put your ticket on the home screen</summary>
    <ul>
      <li>
        <b>iPhone and iPad</b>: tap Share in Safari, then Add to Home Screen.
      </li>
      <li>
        <b>Android</b>: open the browser’s menu and tap Install app or Add to Home screen.
      </li>
      <li>
        <b>Computer</b>: press the install icon at the end of the address bar.
      </li>
    </ul>
    <p>Once you’ve opened your ticket here, it also works offline.</p>
  </details>
)
