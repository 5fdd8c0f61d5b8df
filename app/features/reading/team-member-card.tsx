import type { TeamMember } from '../../content/team.ts'
import style from './team.module.css'

const portrait = (avatar: string, width: number) => `/images/team/${avatar}-${width}.webp`

export const TeamMemberCard = ({ member: { name, title, bio, avatar, profile } }: { member: TeamMember }) => (
  <article className={style.member}>
    <img
      src={portrait(avatar, 160)}
      srcSet={`${portrait(avatar, 160)} 160w, ${portrait(avatar, 320)} 320w`}
      sizes="160px"
      width={160}
      height={160}
      alt={`Portrait of ${name}`}
      className={style.portrait}
    />
    <div>
      <h2>{name}</h2>
      <p className={style.role}>{title}</p>
      {bio.map((paragraph) => (
        <p key={paragraph} className={style.paragraph}>
          {paragraph}
        </p>
      ))}
      <a href={profile.to} className={style.profile} rel="noreferrer">
        {profile.text}
      </a>
    </div>
  </article>
)
