import { SITE } from '../../contract/site.ts'
import style from './social-links.module.css'

// Plain links with drawings of our own: nothing is loaded from these companies until somebody goes there.
const NETWORKS = [
  {
    name: 'Facebook',
    href: `https://www.facebook.com/${SITE.handle}`,
    path: 'M13.5 21v-7.5h2.6l.4-3h-3V8.6c0-.9.3-1.5 1.6-1.5h1.5V4.4c-.3 0-1.2-.1-2.2-.1-2.3 0-3.8 1.4-3.8 3.9v2.3H8v3h2.6V21z',
  },
  {
    name: 'Instagram',
    href: `https://www.instagram.com/${SITE.handle}`,
    path: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zm0 2A2.5 2.5 0 0 0 5.5 8v8A2.5 2.5 0 0 0 8 18.5h8a2.5 2.5 0 0 0 2.5-2.5V8A2.5 2.5 0 0 0 16 5.5zm4 2.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm4.5-3a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
  },
  {
    name: 'Twitter',
    href: `https://twitter.com/${SITE.handle.replace('.', '_')}`,
    path: 'M3.5 4h5.2l3.7 5.1L16.8 4h2.6l-5.8 6.7L20.5 20h-5.2l-4.1-5.6L6.3 20H3.7l6.3-7.2zm3.3 1.6 9.3 12.8h1.3L8.1 5.6z',
  },
  {
    name: 'TikTok',
    href: `https://www.tiktok.com/@${SITE.handle}`,
    path: 'M12.5 3h2.8c.2 2.2 1.6 3.8 3.9 4v2.8c-1.4 0-2.7-.4-3.8-1.2v6.3a5.9 5.9 0 1 1-5.9-5.9l.8.1v2.9a3 3 0 1 0 2.2 2.9z',
  },
]

export const SocialLinks = () => (
  <ul role="list" className={style.list}>
    {NETWORKS.map(({ name, href, path }) => (
      <li key={name}>
        <a href={href} className={style.link} rel="noreferrer" aria-label={`${SITE.name} on ${name}`}>
          <svg width="22" height="22" viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden="true">
            <path d={path} />
          </svg>
        </a>
      </li>
    ))}
  </ul>
)
