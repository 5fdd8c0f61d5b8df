import { SITE } from '../../contract/site.ts'

/** Asked when an address is proved for the first time in a browser that is not signed in to its account. */
export const WHOSE_WORDS = {
  account: {
    title: 'Did you create this account?',
    text: `Someone created a ${SITE.name} account with your email address.`,
    yes: 'Yes, I created it',
    no: 'No, I didn’t',
    ends: '“No” closes the account.',
  },
  booking: {
    title: 'Did you make this booking?',
    text: `Someone booked on ${SITE.name} with your email address.`,
    yes: 'Yes, I made it',
    no: 'No, I didn’t',
    ends: '“No” cancels the booking and closes the account.',
  },
}

export type Whose = keyof typeof WHOSE_WORDS
