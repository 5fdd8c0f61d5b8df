import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { ask, either, link, list, paragraph, type QuestionGroup } from './types.ts'

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
        '. To book, your name and email address are enough. To create an event you need an account.',
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
      paragraph(
        'Choose “Allow Location Access” when we ask, then Allow in your browser’s own dialog. Press “Not Now” and we’ll leave it. ',
        either('nearby', {
          off: 'Finding events by distance is coming soon.',
          on: 'The home page then shows events near you, and “Near me” sorts the list by distance.',
        }),
      ),
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
      'Open it while logged in and press EDIT. If people have already booked, we’ll email them about a new time or place, and you can add a message. You can’t lower the capacity below the tickets already sold.',
    ),
    ask(
      'Which time zone is used?',
      'The event’s own. We take it from your browser when you create the event, and everyone sees the times of that place. People in another time zone also see the zone’s name.',
    ),
    ask(
      'How do I cancel an event?',
      'Open it while logged in, press Manage and choose Event: there you can cancel it, postpone it or set a new date. Before you confirm, we’ll say how many people we’ll email. Bookings are kept, so you can bring the event back. If nobody has ever booked, you can also delete it.',
    ),
    ask(
      'How does the door work?',
      'In Manage, under Door, create a link and open it on the phone at the door. It scans tickets with the camera or a scanner, finds guests by name, lets in walk-ins and works without a network. You can have several doors, and end each link when you like.',
    ),
    ask(
      'Can I decide who comes?',
      'Yes. Switch on “I decide who comes” in the event form. People ask for a place, and you accept or decline them in Manage, under Guests. They’ll get an email either way.',
    ),
    ask(
      'Can I ask my guests something?',
      'Yes. In Manage, under Event, write up to eight questions. Guests answer them after booking or on their ticket, and you’ll see the answers in the guest list.',
    ),
    ask(
      'Can someone help me run an event?',
      'Yes. In Manage, under Team, invite a manager by email. Managers can do everything except delete the event and change the team.',
    ),
  ],
}

const ticketing: QuestionGroup = {
  id: 'ticketing-payments',
  title: 'Ticketing & Payments',
  questions: [
    ask(
      'How do I book a ticket?',
      'Open an event, choose from 1 to 4 tickets and press BOOK SLOT. If you’re not logged in, your name and email address are enough. We send a confirmation email with a calendar file and a QR code that stands for your booking. Bring it with you, on paper or on your phone.',
    ),
    ask(
      'What if the event is full?',
      'The page says so, and if too few tickets are left it tells you how many. Press “Join the waiting list”: when places come up, we’ll email you and hold them while you decide. We never sell a place twice.',
    ),
    ask(
      'Which payments do you take?',
      paragraph(
        either('paid-events', {
          off: 'None today, because every event you can create is free. Paid events, with payment by card and by digital wallet, are coming soon. Prices are shown in pounds sterling, with any saving beside them.',
          on: 'The organiser chooses: by card, at the door or by transfer, or several of these. Before the last press you see the full amount, who sells, and whether you get your money back if you can’t come. By card, your places are held while you pay on the next page. At the door and by transfer, your ticket is valid at once. Your receipt is on the page of your order, which your email and your ticket lead to.',
        }),
      ),
    ),
    ask(
      'When do creators get their money?',
      paragraph(
        either('paid-events', {
          off: 'Once paid events are open, payouts will arrive in 3-7 business days. We’ll show every fee before you sell your first ticket.',
          on: 'What guests pay at the door or by transfer, they pay to you. Payouts of what was paid by card arrive in 3-7 business days.',
        }),
      ),
    ),
    ask(
      'I can’t come after all.',
      paragraph(
        'Then someone else would love your place. Open your ticket under ',
        link('My Bookings', '/my-bookings'),
        ' and press “Can’t come”, or “Fewer of us” if only some of you are coming. Our reminder emails have the same buttons, and they work without logging in. You can undo it for a short while.',
        either('paid-events', {
          on: ' If you paid for it, your ticket says before you press what money comes back: that depends on the event, and your order showed it before you paid. The refund starts when the time to undo is over, and banks take a few days. If the event is cancelled, everything goes back.',
        }),
      ),
    ),
    ask(
      'Can I send a place to a friend?',
      'Yes. Open your ticket, enter your friend’s name and choose “Send a place”. They get a link with their own code, which covers one of your places, and need no account. You can take it back until it’s used.',
    ),
    ask(
      'What does “Ask for a place” mean?',
      'The organiser decides who comes. Ask for a place, with a message if you like, and we’ll email you the decision. A request doesn’t hold a place, and ends two hours before the start.',
    ),
  ],
}

const marketing: QuestionGroup = {
  id: 'marketing-promotion',
  title: 'Marketing & Promotion',
  questions: [
    ask(
      'How do I share my event?',
      paragraph(
        'Copy the address of its page and post it wherever your people are. ',
        either('sharing', {
          off: 'The Share button is coming soon.',
          on: 'The Share button has the link, a QR code and code for your own website.',
        }),
      ),
    ),
    ask(
      'Can I schedule social posts?',
      paragraph(
        either('social-settings', {
          off: 'Coming soon. Social Settings will plan your posts for Facebook, Instagram, Twitter and TikTok while you write the event.',
          on: 'Yes. In Social Settings, a part of the event form, write a text for Facebook, Instagram, Twitter or TikTok and choose a time. You’ll get an email and a notification, and one press opens the network’s own form. We never post for you.',
        }),
      ),
    ),
    ask(
      'Can I send emails to my guests?',
      paragraph(
        `Yes. In Manage, under Messages, write to everyone who has booked, to those who said they’re coming or to the waiting list. ${SITE.name} also sends the booking confirmation and reminders for you. `,
        either('emailers', {
          off: 'Emailers, with templates to welcome, remind and thank your guests, are coming soon. ',
          on: 'In Emailers, a part of the event form, you add your own words to them, and to a thank-you after the event. ',
        }),
        either('surveys', {
          off: 'Surveys before and after the event are coming soon.',
          on: 'Surveys, another part of the form, ask your guests before and after the event.',
        }),
      ),
    ),
    ask(
      'How is my event doing?',
      'Open it while logged in: Booking Statistics shows the total capacity and the tickets sold. Manage, under Insights, shows bookings by day, where they came from and how many people to expect.',
    ),
  ],
}

const customerSupport: QuestionGroup = {
  id: 'customer-support',
  title: 'Customer Support',
  questions: [
    ask('How do I reach you?', paragraph('By email, at ', supportLink, '. We usually reply within two business days.')),
    ask(
      'What should I write?',
      'What you wanted to do, what happened instead, and the name of the event if there is one. Please write from the address of your account. Never send us your password: we’ll never ask for it.',
    ),
    ask(
      'I have a question about an event.',
      'The creator knows best: doors, access, what to bring. Look at the event’s description first. If it doesn’t say, press “Ask the organiser” on its page, and they’ll reply by email.',
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
    ask(
      'Can I save events I like?',
      paragraph(
        either('favourites', {
          off: 'Soon. Add to favourites is on its way; until then, bookmark the page.',
          on: 'Yes. Press the heart on an event and you’ll find it under Saved Events.',
        }),
      ),
    ),
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
        'Press “Report” on its page and say what is wrong. We look at every report and tell you what we did. What may be published is in our ',
        link('Rules', '/rules'),
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
        ': name and mobile number. You can change your email address there too, in the tab Password & Security. ',
        either('profile-photo', { off: 'A profile photo is coming soon. ', on: 'You can also add a photo. ' }),
        either('address', { off: 'Your postal address is coming soon.', on: 'Your postal address is optional.' }),
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
      paragraph(
        'We keep your password only as a slow, salted hash that can’t be turned back, we slow down anyone who guesses, and a login ends after 30 days without use. Use a password you have nowhere else, or a passkey. ',
        either('two-factor', {
          off: 'Two-factor authentication is coming soon.',
          on: 'Turn on two-factor authentication under Account Details, in the tab Password & Security.',
        }),
      ),
    ),
    ask(
      'How do I delete my account or get my data?',
      paragraph(
        'Under ',
        link('Account Details', '/account-details'),
        ', in the tab Password & Security. We’ll email you when your data is ready to download. You can change your mind about deleting for 14 days. Your rights are set out in our ',
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
    ask(
      'Are there social network integrations and mobile apps?',
      paragraph(
        either('social-settings', {
          off: 'Facebook, Instagram, Twitter and TikTok, for promoting events, are coming soon. ',
          on: 'Social Settings, a part of the event form, helps you to post on Facebook, Instagram, Twitter and TikTok. ',
        }),
        'Mobile apps are coming soon.',
      ),
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
  more: paragraph(
    'Didn’t find it? Write to ',
    supportLink,
    '. How everybody can use the site is described under ',
    link('Accessibility', '/accessibility'),
    '.',
  ),
}
