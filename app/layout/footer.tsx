import { Link } from 'react-router'
import style from './footer.module.css'

export const Footer = () => (
  <footer className={style.footer}>
    <div className={style.inner}>
      <Link to="/terms">Terms</Link>
      <Link to="/privacy">Privacy</Link>
      <Link to="/cookies">Cookies</Link>
    </div>
  </footer>
)
