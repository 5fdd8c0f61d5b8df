import { supportLink } from './contact.ts'
import { ask, askUnless, link, list, paragraph, type QuestionGroup } from './types.ts'

const gettingStarted: QuestionGroup = {
  id: 'getting-started',
  title: 'Getting Started',
  questions: [
    ask(
      'What can I do without an account?',
      paragraph(
        'Browse. All published events are open to everyone, under ',
        link('Find Events', '/events'),
        ' and ',
        link('Upcoming Events', '/upcoming-events'),
        '. You need an account to book or to create an event.',
      ),
    ),
    ask(
      'How do I sign up?',
      'Press Sign Up, enter your name, email address and a password of at least 6 characters, and accept the terms. Or use “Continue with Google”. You must be 18 or older.',
    ),
    ask(
      'Am I a Creator or a Customer?',
      'Choose Creator or Customer when you sign up, verify your email address, or sign up with a social account by “Continue with Google”. Whichever you choose, one account does everything: you’re a Customer when you book a ticket and a Creator when you put up an event.',
    ),
    ask(
      'How do I see events near me?',
      'Choose “Allow Location Access” when we ask, then Allow in your browser’s own dialog. Press “Not Now” and we’ll leave it. Finding events by distance is coming soon.',
    ),
  ],
}

const eventCreation: QuestionGroup = {
  id: 'event-creation',
  title: 'Event Creation & Management',
  questions: [
    ask(
      'How do I create an event?',
      paragraph('Go to ', link('Create Event', '/create-event'), ' and fill in the Event Details:'),
      list(
        'A title. If you write “Artist - Name of the night”, we show the part before the dash as the artist.',
        'A description, and, if you wish, a few words about the artist.',
        'When it starts and ends. The end must be after the start.',
        'In-person or virtual, and the venue. For a virtual event, enter its link or name.',
        'The capacity: how many places there are.',
        'A picture: JPEG, PNG, GIF or WebP, up to 5 MB, ideally 1920x1080 (16:9).',
      ),
      'The bar at the top shows how complete your event is.',
    ),
    ask(
      'What’s the difference between a draft and a published event?',
      'A draft is seen by you alone, under My Events, with a Draft badge, and can’t be booked. “Publish” puts it on the site. You can take a published event back to draft only while nobody has booked.',
    ),
    ask(
      'How do I edit my event?',
      'Open it while logged in and press EDIT. If people have already booked, tell them about changes of time or place: the purchasers list has their email addresses. You can’t lower the capacity below the tickets already sold.',
    ),
    ask(
      'Which time zone is used?',
      'The event’s own. We take it from your browser when you create the event, and everyone sees the times of that place. People in another time zone also see the zone’s name.',
    ),
    ask(
      'How do I cancel an event?',
      paragraph(
        'If nobody has booked, take it back to draft. Otherwise let your guests know first, then write to ',
        supportLink,
        ' and we’ll take it down with you.',
      ),
    ),
  ],
}

const ticketing: QuestionGroup = {
  id: 'ticketing-payments',
  title: 'Ticketing & Payments',
  questions: [
    ask(
      'How do I book a ticket?',
      'Open an event, choose from 1 to 4 tickets and press BOOK SLOT. We send a confirmation email with a calendar file and a QR code that stands for your booking. Bring it with you, on paper or on your phone.',
    ),
    ask(
      'What if the event is full?',
      'The page says so, and if too few tickets are left it tells you how many. We never sell a place twice.',
    ),
    ask(
      'Which payments do you take?',
      'None today, because every event you can create is free. Paid events, with payment by card and by digital wallet, are coming soon. Prices are shown in pounds sterling, with any saving beside them.',
    ),
    ask(
      'When do creators get their money?',
      'Once paid events are open, payouts will arrive in 3-7 business days. We’ll show every fee before you sell your first ticket.',
    ),
    ask(
      'I can’t come after all.',
      paragraph(
        'Then somebody else would love your place. Write to ',
        supportLink,
        ' with the name of the event, and we’ll release it. A button for this is not there yet.',
      ),
    ),
  ],
}

const marketing: QuestionGroup = {
  id: 'marketing-promotion',
  title: 'Marketing & Promotion',
  questions: [
    ask(
      'How do I share my event?',
      'Copy the address of its page and post it wherever your people are. The Share button is coming soon.',
    ),
    askUnless(
      ['social-settings'],
      'Can I schedule social posts?',
      'Coming soon. Social Settings will plan your posts for Facebook, Instagram, Twitter and TikTok while you write the event.',
      'Yes. In Social Settings, a part of the event form, write a text for Facebook, Instagram, Twitter or TikTok and choose a time. Then you get an email and a notification, and one press opens the network’s own form. We post nothing ourselves.',
    ),
    askUnless(
      ['emailers'],
      'Can I send emails to my guests?',
      'Hooley sends the booking confirmation for you. Emailers, with templates to welcome, remind and thank your guests, are coming soon, and so are surveys before and after the event.',
      'Hooley sends the booking confirmation for you. In Emailers, a part of the event form, you add your own words to it, to the reminder on the day before, and to a thank-you after the event.',
    ),
    ask(
      'How is my event doing?',
      'Open it while logged in: Booking Statistics shows the total capacity and the tickets sold. Deeper analytics are coming soon.',
    ),
  ],
}

const customerSupport: QuestionGroup = {
  id: 'customer-support',
  title: 'Customer Support',
  questions: [
    ask(
      'How do I reach you?',
      paragraph('By email, at ', supportLink, '. We usually answer within two business days.'),
    ),
    ask(
      'What should I write?',
      'What you wanted to do, what happened instead, and the name of the event if there is one. Please write from the address of your account. Never send us your password: we’ll never ask for it.',
    ),
    ask(
      'I have a question about an event.',
      'The creator knows best: doors, access, what to bring. Look at the event’s description first. If it doesn’t say, write to us and we’ll pass it on.',
    ),
  ],
}

const community: QuestionGroup = {
  id: 'community',
  title: 'Community',
  questions: [
    ask(
      'How do ratings work?',
      'You’ll be able to rate an event you’ve been to with 1 to 5 stars: 1 for a night you’d rather forget, 5 for one you won’t. Ratings are coming soon.',
    ),
    ask('Can I save events I like?', 'Soon. Add to favourites is on its way; until then, bookmark the page.'),
    ask(
      'What do you expect of everyone?',
      list(
        'Put up real events, described honestly.',
        'Book the places you mean to use.',
        'Treat hosts, guests and neighbours with respect.',
        'Use guests’ details for that event and nothing else.',
      ),
    ),
    ask(
      'How do I report an event?',
      paragraph(
        'Write to ',
        supportLink,
        ' with its address and what is wrong. We look at every report and tell you what we did. The rules are in our ',
        link('Terms of Service', '/terms'),
        '.',
      ),
    ),
  ],
}

const accountAndSecurity: QuestionGroup = {
  id: 'account-security',
  title: 'Account & Security',
  questions: [
    ask(
      'How do I change my details?',
      paragraph(
        'Under ',
        link('Account Details', '/account-details'),
        ': name and mobile number. To change your email address, write to us from the old one. Profile photo and address are coming soon.',
      ),
    ),
    ask(
      'How do I change my password?',
      'Under Account Details, in the tab Password & Security. You’ll be logged out everywhere except where you changed it.',
    ),
    ask(
      'I forgot my password.',
      'Press “Forgot your password?” in the login window. The link in our email works once, for one hour. Setting a new password logs you out everywhere.',
    ),
    ask(
      'How do you protect my account?',
      'We keep your password only as a slow, salted hash that can’t be turned back, we slow down anyone who guesses, and a login ends after 30 days without use. Use a password you have nowhere else. Two-factor authentication is coming soon.',
    ),
    ask(
      'How do I delete my account or get my data?',
      paragraph(
        'Write to ',
        supportLink,
        ' from the address of your account. We’ll do it within one month, usually much sooner. Your rights are set out in our ',
        link('Privacy Policy', '/privacy'),
        '.',
      ),
    ),
  ],
}

const integrations: QuestionGroup = {
  id: 'integrations',
  title: 'Integrations',
  questions: [
    ask(
      'Can I log in with Google?',
      'Yes, with “Continue with Google”. If you already have an account with the same verified email address, Google is added to it; you won’t get a second one.',
    ),
    ask(
      'Can I put a booking in my calendar?',
      'Yes. The confirmation email has a calendar file (.ics) that Google Calendar, Apple Calendar, Outlook and most others open.',
    ),
    ask(
      'Can I use my guest list elsewhere?',
      'Yes. The purchasers list is a CSV file that opens in Excel, LibreOffice and Google Sheets.',
    ),
    askUnless(
      ['social-settings'],
      'Are there social network integrations and mobile apps?',
      'Both are coming soon: Facebook, Instagram, Twitter and TikTok for promoting events, and mobile apps for everything.',
      'Social Settings, a part of the event form, helps you to post on Facebook, Instagram, Twitter and TikTok. Mobile apps are coming soon.',
    ),
  ],
}

export const help = {
  title: 'Help Centre',
  intro: 'How things work, from your first booking to your first full house.',
  sections: [
    gettingStarted,
    eventCreation,
    ticketing,
    marketing,
    customerSupport,
    community,
    accountAndSecurity,
    integrations,
  ],
  more: paragraph('Didn’t find it? Write to ', supportLink, '.'),
}
