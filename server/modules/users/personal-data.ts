import { isMine, type DescribedTable, type Me } from '../../access/personal-data.ts'
import { users } from '../../db/schema/users.ts'

/** It stays so that what refers to it does; nobody can sign in with it, and no email goes to it. */
const stub = ({ id }: Me) => ({
  email: `deleted-${id}@deleted.invalid`,
  firstName: 'Deleted',
  lastName: 'account',
  publicName: '',
  publicText: '',
  passwordHash: null,
  googleSubject: null,
  emailConfirmedAt: null,
  phoneNumber: '',
  profilePictureUrl: '',
  photoKey: null,
  photoWidths: [],
  street: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
  latitude: null,
  longitude: null,
  locatedAt: null,
  eventHistory: true,
  emailVisibility: false,
  role: null,
})

export const userTables: DescribedTable[] = [
  {
    table: users,
    of: isMine(users.id),
    by: users.id,
    personal: [
      ...['email', 'firstName', 'lastName', 'publicName', 'publicText'],
      ...['phoneNumber', 'profilePictureUrl', 'photoKey'],
      ...['street', 'city', 'state', 'zipCode', 'country', 'latitude', 'longitude'],
    ],
    plain: ['role'],
    secret: ['passwordHash', 'googleSubject'],
    atDeletion: stub,
  },
]
