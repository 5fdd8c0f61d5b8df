import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { either, legalLastUpdated, type LegalPage, link, list, paragraph, section, table } from './types.ts'

const dataProtectionCommission = link('Data Protection Commission', 'https://www.dataprotection.ie')

export const privacy: LegalPage = {
  title: 'Privacy Policy',
  lastUpdated: legalLastUpdated,
  sections: [
    section(
      'introduction',
      'Introduction',
      `${SITE.name} is an events marketplace based in Ireland. This policy explains which personal data we handle when you use it, why, who sees it, how long we keep it, and what you can ask of us. For this data we are the controller under the General Data Protection Regulation (GDPR) and the Irish Data Protection Acts.`,
      'In brief:',
      list(
        'We collect what we need to run your account and your bookings, and little else.',
        'When you book, the creator of that event receives your name and email address.',
        'Your location is used only if you allow it, and is not shared with third parties.',
        'We don’t sell personal data, show advertising or use trackers.',
      ),
    ),
    section(
      'information-we-collect',
      'Information We Collect',
      'What you give us:',
      list(
        'Account: your first name, last name, email address and password. We store the password only as an argon2id hash, never as text.',
        'Profile: a mobile number and the address of a profile picture, if you add them.',
        'Events: what you write about the events you create, and the pictures you upload. We remove the location and other hidden details that cameras write into picture files.',
        [
          'Bookings: the event, the number of tickets and the time you booked.',
          either('paid-events', {
            on: ' For paid events also what you ordered, paid and got back. We never see the number of your card.',
          }),
        ],
        'Messages: what you write to our support address.',
      ),
      'What comes from your device, or from Google:',
      list(
        'Location: if you give permission, your device’s coordinates. They’re kept on your device and sent to us to find the nearest town. If you’re logged in, we save them with your account. If you’re not, we answer and don’t keep them.',
        'Google sign-in: if you choose it, Google tells us your name, your email address, whether that address is verified, and an identifier for your Google account. We never see your Google password.',
        'Sessions: when you log in we give your browser a random token. We keep only a hash of it, and when it expires.',
        'Technical records: our server logs note requests, their time and result, and may include an IP address. They contain no email addresses, passwords or tokens. To slow down abuse we also count requests by IP address and account for a short time.',
      ),
      'We need your name, email address and password (or Google sign-in) to give you an account. Everything else is up to you. We ask for no special categories of data; please don’t put such details about anyone in an event.',
    ),
    section(
      'how-we-use',
      'How We Use',
      table(
        'What we use your data for, and the legal basis under Article 6 GDPR',
        ['Purpose', 'Data', 'Legal basis'],
        ['Running your account and keeping you logged in', 'Account, profile, sessions', 'Contract, Art. 6(1)(b)'],
        [
          'Taking bookings and sending confirmations with a calendar file and QR code',
          'Account, bookings',
          'Contract, Art. 6(1)(b)',
        ],
        ['Publishing the events you create', 'Events and pictures', 'Contract, Art. 6(1)(b)'],
        [
          'Telling the creator who is coming',
          'Name, email address, tickets, time of booking',
          'Contract, Art. 6(1)(b)',
        ],
        ['Showing events near you', 'Location', 'Your consent, Art. 6(1)(a)'],
        ['Sending password reset links', 'Email address', 'Contract, Art. 6(1)(b)'],
        [
          'Keeping the service secure and finding faults',
          'Technical records, sessions',
          'Our legitimate interest in a safe service, Art. 6(1)(f)',
        ],
        ['Answering your messages', 'Messages, account', 'Our legitimate interest in helping you, Art. 6(1)(f)'],
        [
          'Meeting legal duties and handling legal claims',
          'What the case requires',
          'Legal duty, Art. 6(1)(c), or legitimate interest, Art. 6(1)(f)',
        ],
      ),
      paragraph(
        'We send only emails that belong to something you did: a booking or a password reset. We make no decisions about you by automated means alone',
        either('recommended', {
          off: ', and we build no profiles of you. ',
          on: '. What we recommend to you depends on what you book, save and follow, never on what you look at, and you can make us forget it. ',
        }),
        either('emailers', {
          off: 'Email marketing by creators is coming soon; it won’t start without your agreement.',
          on: 'Creators can put their own words into the emails about a booking of yours. Advertising by email won’t start without your agreement.',
        }),
      ),
    ),
    section(
      'how-we-share',
      'How We Share',
      list(
        'Creators: when you book, the creator of that event can see and download, as a CSV file, your first name, last name, email address, number of tickets and time of booking. The creator is then responsible for that copy under the GDPR, and our terms allow its use for that event only.',
        'The public: published events and their pictures can be seen by anyone. So can anything you write in them. The link of a virtual event is shown only to people who have booked.',
        [
          'Service providers: companies that host our servers, store pictures and deliver our emails handle data on our behalf, under contract, and for nothing else.',
          either('paid-events', {
            on: ' If you pay by card, you do so on the page of our card provider, which receives the amount and what you enter there.',
          }),
        ],
        `Google: only if you choose to log in with Google. It then learns that you use ${SITE.name}.`,
        'Authorities: if the law obliges us to, and only as much as it obliges us to.',
        'A new owner: if the business changes hands, your data may go with it, under this policy. We’d tell you first.',
      ),
      'We don’t sell or rent personal data, and we don’t share your location with third parties.',
    ),
    section(
      'cookies',
      'Cookies',
      paragraph(
        'We use one short-lived cookie, for Google sign-in, and a few entries in your browser’s storage: token, locationPermission, userCoordinates, theme-mode, theme-scheme and bookingAttempts. There are no analytics or marketing cookies, and our pages load no scripts or fonts from other companies. The details are in our ',
        link('Cookie Policy', '/cookies'),
        '.',
      ),
    ),
    section(
      'data-retention',
      'Data Retention',
      table(
        'How long we keep personal data',
        ['Data', 'How long'],
        ['Account and profile', 'Until you ask us to delete your account'],
        [
          'Bookings, and the emails we sent about them',
          'Until you ask us to delete your account, unless the law or a dispute requires longer',
        ],
        [
          'Events you created',
          'Until you ask us to delete them or your account. If people have booked, the event may stay without your name; you choose whether its title and text stay',
        ],
        ['Location', 'Your newest position replaces the last one. Deleted with your account, or as soon as you ask'],
        ['A visitor’s location', 'Not kept'],
        ['Sessions', '30 days after last use, or until you log out'],
        ['Password reset links', 'They work once, for one hour'],
        ['Server logs', 'As long as we need them to keep the service secure, normally no more than 30 days'],
        ['Answers to questions of an organiser', '90 days after the event'],
        ['Answers to surveys that carry your name, and that you took part in others', '90 days after the event'],
        ['Name and address of who reports something without an account', '12 months after we have answered the report'],
        ['Support messages', 'Up to two years after the last one'],
      ),
      paragraph(
        either('paid-events', {
          on: 'Receipts carry your name for as long as tax law requires, usually six years, also when your account is deleted. ',
        }),
        'Deleted data may remain in backups for a short while until those are overwritten. What’s on your device stays there until you remove it. A creator who has downloaded a list of purchasers decides about that copy.',
      ),
    ),
    section(
      'your-privacy-rights',
      'Your Privacy Rights',
      'Under the GDPR you have the right to:',
      list(
        'know what data we hold about you and receive a copy of it;',
        'have wrong data corrected (much of it you can correct yourself, under Account Details);',
        'have your data deleted;',
        'have its use restricted;',
        'receive the data you gave us in a common, machine-readable format, or have it sent to someone else;',
        'object to uses that rest on our legitimate interests;',
        'withdraw your consent at any time, such as for location. What happened before stays lawful.',
      ),
      paragraph(
        'To use any of these, write to ',
        supportLink,
        ' from the email address of your account. It costs nothing, and we answer within one month. To stop the use of your location, withdraw the permission in your browser; write to us as well if the position saved with your account should be deleted.',
      ),
      paragraph(
        'If you’re unhappy with how we handle your data, please tell us. You also have the right to complain to the Irish ',
        dataProtectionCommission,
        ', or to the authority of the EU country where you live or work.',
      ),
    ),
    section(
      'data-security',
      'Data Security',
      list(
        'Passwords are kept as argon2id hashes, and session tokens as hashes: a stolen copy of our database would contain neither.',
        'Logging out, or changing or resetting a password, ends sessions on the server, not only in the browser.',
        'Repeated attempts to log in are slowed down, and our answers don’t reveal whether an email address has an account.',
        'Only the creator of an event can read its list of purchasers. Our servers check this on every request.',
        'Email addresses and passwords are kept out of our logs.',
      ),
      'No system is perfectly safe. If a breach puts your rights at risk, we’ll report it to the Data Protection Commission within 72 hours, and tell you without undue delay if the risk to you is high. Have you found a weakness? Please write to us.',
    ),
    section(
      'childrens-privacy',
      "Children's Privacy",
      `${SITE.name} accounts are for people aged 18 or older. We don’t knowingly collect personal data from children under 16. If you believe that a child has given us data, write to us and we’ll delete it.`,
    ),
    section(
      'international-transfers',
      'International Transfers',
      'We’re based in Ireland, and prefer providers that keep data in the European Economic Area (EEA). Some may handle it elsewhere: pictures of events, for example, may be stored with a cloud provider in the United States.',
      'When personal data leaves the EEA, we rely on a decision of the European Commission that the country or company protects it adequately, or on the Commission’s standard contractual clauses. Write to us if you’d like a copy. A creator outside the EEA whose event you book receives your booking details there, because the booking can’t be made otherwise.',
    ),
    section(
      'changes',
      'Changes',
      'When what we do with data changes, we change this policy and the date at its top. If the change matters to you, we’ll tell you by email or on the site before it takes effect. Where we need your consent, we’ll ask for it.',
    ),
    section(
      'contact',
      'Contact Us',
      paragraph(
        'For anything about your data, write to ',
        supportLink,
        ' with “Privacy” in the subject, and it will reach the right person at once.',
      ),
    ),
  ],
}
