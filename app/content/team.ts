import { SITE } from '../../contract/site.ts'
import { type Link, link } from './types.ts'

// Pictures are at /images/team/{avatar}-160.webp and /images/team/{avatar}-320.webp.
export type TeamMember = { name: string; title: string; bio: string[]; avatar: 'aoife' | 'tomas'; profile: Link }

const members: TeamMember[] = [
  {
    name: 'Aoife Brennan',
    title: 'Founder',
    bio: [
      'Aoife ran her first night at nineteen, in the function room of her uncle’s pub: four bands, sixty chairs, and a biscuit tin for the money. She went on to spend ten years putting on concerts and small festivals around Ireland.',
      `She started ${SITE.name} after counting the tools she needed for one Saturday: one for tickets, one for posters, one for emails, a spreadsheet for the door. It came to seven. At ${SITE.name} she looks after the product and the people who use it, and she still reads the support inbox.`,
    ],
    avatar: 'aoife',
    profile: link('Aoife Brennan on LinkedIn', 'https://www.linkedin.com/in/aoife-brennan-hooley-example'),
  },
  {
    name: 'Tomás Ó Dálaigh',
    title: 'Head of Engineering',
    bio: [
      `Tomás builds what you’re looking at. Before ${SITE.name} he worked on booking systems for theatres and ferries, where he learned that the last seat is always wanted by two people at once, and that only one of them may get it.`,
      'He cares about pages that open quickly on a bad connection and about not keeping data nobody needs. On Thursdays he plays the concertina, mostly in time.',
    ],
    avatar: 'tomas',
    profile: link('Tomás Ó Dálaigh on LinkedIn', 'https://www.linkedin.com/in/tomas-o-dalaigh-hooley-example'),
  },
]

export const team = {
  title: 'Our Team',
  intro: 'Two people, one kitchen table, and a great many good nights out.',
  quote: {
    text: `The best night of your year is probably happening in a room you’ve never heard of. We built ${SITE.name} so that you find out about it, and so that the person who put out the chairs isn’t left doing sums in a spreadsheet.`,
    name: 'Aoife Brennan',
    title: 'Founder',
  },
  members,
}
