export const DEMO_DOMAIN = 'hooley.example'

export interface DemoPerson {
  firstName: string
  lastName: string
  email: string
  /** What strangers read. */
  publicName?: string
  publicText?: string
  /** The poster that is their photo. */
  poster?: string
}

export const demoAccounts = {
  creator: {
    firstName: 'Aoife',
    lastName: 'Brennan',
    email: 'creator@hooley.example',
    poster: 'balloons',
    publicName: 'Aoife Brennan',
    publicText:
      'Sessions, suppers and small stages around Dublin since 2014. Bring an instrument, or somebody who has one.',
  },
  guest: { firstName: 'Tom', lastName: 'Okafor', email: 'guest@hooley.example' },
} satisfies Record<string, DemoPerson>

/** Made only where nobody else can reach the server, and signs in only there: everybody knows the password. */
export const demoModerator = {
  firstName: 'Sorcha',
  lastName: 'Daly',
  email: 'moderator@hooley.example',
} satisfies DemoPerson

const demoAddresses = new Set<string>(Object.values(demoAccounts).map(({ email }) => email))

const isDemoAccount = (email: string) => demoAddresses.has(email.toLowerCase())

interface Where {
  demoSignIn: 'anywhere' | 'this machine' | 'nowhere'
  isLocal: boolean
}

/**
 * The passwords of demo accounts are public: nobody can sign in with one from elsewhere, unless DEMO=on was set by hand.
 * The request is looked at too, because a proxy on this machine serves others under settings that name only us.
 */
export function maySignIn({ email }: { email: string }, where: Where, isFromThisMachine = () => false): boolean {
  if (email.toLowerCase() === demoModerator.email) return where.isLocal && isFromThisMachine()
  if (!isDemoAccount(email) || where.demoSignIn === 'anywhere') return true
  return where.demoSignIn === 'this machine' && isFromThisMachine()
}

/** They own the demo events that are not Aoife's, in turn; nobody signs in as one of them. */
export const houses: DemoPerson[] = [
  {
    firstName: 'Hooley',
    lastName: 'House',
    email: 'house@hooley.example',
    publicName: 'Hooley House',
    publicText: 'Everything that is put on under our own roof, and at friends’ places abroad.',
  },
  { firstName: 'Colm', lastName: 'Devane', email: 'colm@hooley.example' },
  { firstName: 'Marta', lastName: 'Keane', email: 'marta@hooley.example' },
  { firstName: 'Jonas', lastName: 'Brandt', email: 'jonas@hooley.example' },
  { firstName: 'Grace', lastName: 'Adeyemi', email: 'grace@hooley.example' },
]

const names = [
  ['Niamh', 'Kavanagh'],
  ['Cian', 'Ó Súilleabháin'],
  ['Saoirse', 'Doyle'],
  ['Pádraig', 'Mac Giolla'],
  ['Gráinne', 'Tierney'],
  ['Oisín', 'Fallon'],
  ['Róisín', 'Quigley'],
  ['Donal', 'Heffernan'],
  ['Caoimhe', 'Lynch'],
  ['Fergus', 'McAteer'],
  ['Bríd', 'Nic Dhonncha'],
  ['Tadhg', 'Moriarty'],
  ['Orla', 'Prendergast'],
  ['Eoin', 'Whelan'],
  ['Sinéad', 'Garvey'],
  ['Adaeze', 'Nwosu'],
  ['Marek', 'Zieliński'],
  ['Beatriz', 'Tavares'],
  ['Jürgen', 'Weiß'],
  ['Anneliese', 'Köhler'],
  ['Yuki', 'Hoshino'],
  ['Sigríður', 'Halldórsdóttir'],
  ['Priya', 'Raghunathan'],
  ['Hamza', 'Benali'],
  ['Clara', 'Lindqvist'],
  ['Mateus', 'Figueira'],
  ['Zoë', 'Vandenberghe'],
  ['Łukasz', 'Wrona'],
  ['Delphine', 'Aubry'],
  ['Kwame', 'Asante'],
  ['Isla', 'Drummond'],
  ['Ruth', "O'Hanlon"],
  ['Theo', 'Papadakis'],
  ['Mei', 'Tanaka-Byrne'],
] as const

// Email addresses in the demo stay plain ASCII, so that every mail program shows them as they are.
const plainLetters: Record<string, string> = { ß: 'ss', ł: 'l', ð: 'd', ø: 'o' }

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[ßłðø]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z-]/g, '')

export const attendees: DemoPerson[] = names.map(([firstName, lastName]) => ({
  firstName,
  lastName,
  email: `${plain(firstName)}.${plain(lastName)}@example.org`,
}))
