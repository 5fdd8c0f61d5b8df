import { SITE } from '../../contract/site.ts'
import { Link } from 'react-router'
import style from './logo.module.css'

export const Logo = () => (
  <div className={style.brand}>
    <Link to="/" className={style.logo} aria-label={`${SITE.name}, home`}>
      {SITE.logo ? (
        <img src={SITE.logo} alt="" height={26} />
      ) : (
        <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
          <path
            d="M13 0a13 13 0 0 1 13 13v0a13 13 0 0 1-13 13H4a4 4 0 0 1-4-4v-9A13 13 0 0 1 13 0z"
            fill="currentColor"
          />
        </svg>
      )}
      <span className={style.name} data-long={SITE.name.length > 12 || undefined}>
        {SITE.name}
      </span>
    </Link>
    <span className={style.beta}>BETA</span>
  </div>
)
