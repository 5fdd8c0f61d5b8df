import { SITE } from '../../contract/site.ts'
import { Link } from 'react-router'
import { FeaturedLink } from '../features/featured/slot.tsx'
import style from './footer.module.css'
import { FOOTER_COLUMNS, LEGAL_LINKS, type SiteLink } from './links.ts'
import { Logo } from './logo.tsx'
import { SocialLinks } from './social-links.tsx'

const FooterLink = ({ to, label }: SiteLink) => (
  <li>
    <Link to={to} className={style.link}>
      {label}
    </Link>
  </li>
)

export const Footer = () => (
  <footer className={style.footer}>
    <div className={style.inner}>
      <div className={style.brand}>
        <Logo />
        <p className={style.line}>Find your next good night out. Or make one, and fill the room.</p>
      </div>
      <nav className={style.columns} aria-label="Footer">
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <div key={title}>
            <h2 className={style.title}>{title}</h2>
            <ul role="list">
              {links.map((link) => (
                <FooterLink key={link.to} {...link} />
              ))}
              {title === 'Events' && <FeaturedLink className={style.link} />}
            </ul>
          </div>
        ))}
      </nav>
    </div>
    <div className={style.last}>
      <p className="quiet small">{SITE.operator}</p>
      <ul role="list" className={style.legal}>
        {LEGAL_LINKS.map((link) => (
          <FooterLink key={link.to} {...link} />
        ))}
      </ul>
      {SITE.handle && <SocialLinks />}
    </div>
  </footer>
)
