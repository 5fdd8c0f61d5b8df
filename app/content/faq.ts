import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { ask, either, link, list, paragraph, type QuestionGroup } from './types.ts'

const general: QuestionGroup = {
  id: 'general',
  title: 'General',
  questions: [
    ask(
      `What is ${SITE.name}?`,
      `${SITE.name} is a marketplace for events. You can browse what’s on, book your place, and put up events of your own, all with one account.`,
    ),
    ask(
      'Does it cost anything?',
      paragraph(
        'No. Browsing, booking and creating free events cost nothing. ',
        either('paid-events', {
          off: 'Only free events can be created for now; paid events are coming soon.',
          on: 'Some organisers charge for places: the event shows the price, and you see the full amount before you order.',
        }),
      ),
    ),
    ask(
      'What does the beta label mean?',
      paragraph(
        'That we’re still building. Everything you can press works. What isn’t finished is marked “coming soon”: ',
        either('search', { off: 'search, ' }),
        either('filters', { off: 'filters, ' }),
        either('recommended', { off: 'recommendations, ' }),
        either('paid-events', { off: 'paid events and ' }),
        'mobile apps.',
      ),
    ),
    ask(
      `Who can use ${SITE.name}?`,
      paragraph(
        'Anyone may browse. To have an account you must be 18 or older. The rules are in our ',
        link('Terms of Service', '/terms'),
        '.',
      ),
    ),
    ask(
      'Why do you ask for my location?',
      paragraph(
        'To show you events happening near you. It’s your choice: press “Not Now” and everything else works as before. We don’t share your location with third parties. More in our ',
        link('Privacy Policy', '/privacy'),
        '.',
      ),
    ),
  ],
}

const creators: QuestionGroup = {
  id: 'creators',
  title: 'For Event Creators',
  questions: [
    ask(
      'How do I create an event?',
      paragraph(
        'Log in and go to ',
        link('Create Event', '/create-event'),
        '. Fill in the title, description, start and end, venue and capacity, add a picture if you have one, then press “Publish”. Not ready? “Save draft” keeps it where only you can see it.',
      ),
    ),
    ask(
      'Can I charge for tickets?',
      paragraph(
        either('paid-events', {
          off: 'Not yet. Paid events, with card and wallet payments, are coming soon. Prices will be shown in pounds sterling.',
          on: 'Yes. In the event form choose Paid, and set a price that includes everything (VAT too, if you charge it), how people pay, and how long they can get their money back. You can change the price at any time; orders keep the price they were placed at. Whether an event is free or paid can’t be changed once somebody has booked.',
        }),
      ),
    ),
    ask(
      'When will I be paid for a paid event?',
      paragraph(
        either('paid-events', {
          off: 'Once paid events are open, creators will receive their payout 3-5 business days after the event.',
          on: 'Money paid at the door or by transfer comes straight to you. For payments by card, creators receive their payout 3-5 business days after the event.',
        }),
      ),
    ),
    ask(
      'How do I know who’s coming?',
      'Open your event while logged in. Booking Statistics shows your capacity and the tickets sold, and you can download the list of purchasers as a CSV file: name, email, number of tickets and when they booked. Manage, beside EDIT, lists every guest and the waiting list. Please use guests’ details for that event only.',
    ),
    ask(
      'How do I let people in?',
      'In Manage, under Door, create a link and open it on the phone at the door. It scans tickets, finds guests by name and counts who is in, and it keeps working without a network.',
    ),
    ask(
      'Can I decide who comes?',
      'Yes. Switch on “I decide who comes” in the event form: people then ask for a place, and you accept or decline under Manage. You can also ask everyone who books up to eight questions of your own.',
    ),
    ask(
      'Can I cancel or postpone my event?',
      'Yes, in Manage, under Event. We email everyone who has booked or is waiting. Bookings are kept, so you can bring the event back.',
    ),
    ask(
      'Can I change an event after publishing it?',
      'Yes, with the EDIT button on its page. You can’t set the capacity below the tickets already sold, and you can take an event back to draft only while nobody has booked.',
    ),
    ask(
      `Can I promote my event from ${SITE.name}?`,
      paragraph(
        'Every published event has a page whose address you can share anywhere today. ',
        either('social-settings', {
          off: 'Social scheduling is coming soon; you can already see where it’ll be in the event form. ',
          on: 'Social Settings, a part of the event form, helps you to post about it. ',
        }),
        either('emailers', {
          off: 'Emailers are coming soon too. ',
          on: 'In Emailers you add your own words to what we send your guests. ',
        }),
        either('surveys', { off: 'Surveys are on their way.', on: 'Surveys ask your guests before and after.' }),
      ),
    ),
  ],
}

const attendees: QuestionGroup = {
  id: 'attendees',
  title: 'For Attendees',
  questions: [
    ask(
      'How do I book?',
      'Open the event, choose how many tickets you’d like and press BOOK SLOT. If you’re not logged in, book with just your name and email address, or log in first; either way we’ll finish the booking for you.',
    ),
    ask('How many tickets can I book?', 'Up to 4 in one booking, as long as that many are left.'),
    ask(
      'Where is my ticket?',
      paragraph(
        'In the confirmation email, with a calendar file and a QR code that stands for your booking. You’ll also find it under ',
        link('My Bookings', '/my-bookings'),
        '.',
      ),
    ),
    ask(
      'Can I cancel a booking?',
      paragraph(
        'Yes. Under ',
        link('My Bookings', '/my-bookings'),
        ', press “Can’t come” to give all your places back, or “Fewer of us” on your ticket to give back some of them. You have two minutes to undo it. The buttons in our reminder emails do the same without logging in.',
      ),
    ),
    ask(
      'The event is sold out. What now?',
      'Press “Join the waiting list” on its page. When places come up we’ll email you and hold them while you decide. You can also let us book them for you without asking.',
    ),
    ask(
      'Can I send a ticket to a friend?',
      'Yes. If you booked several places, open your ticket and choose “Send a place”: your friend gets a link with their own code and needs no account.',
    ),
    ask(
      'Why does an event say “Ask for a place”?',
      'Its organiser decides who comes. Ask for a place and we’ll email you their decision. A request doesn’t hold a place.',
    ),
    ask(
      'Who sees my details when I book?',
      'The creator of that event sees your first name, last name and email address, how many tickets you booked, and when. Nobody else at the event does.',
    ),
    ask(
      'How do I join an online event?',
      'Book it. The link then appears on the event’s page while you’re logged in, and it’s in your confirmation email. Those who haven’t booked see only “Online event”.',
    ),
  ],
}

const technicalSupport: QuestionGroup = {
  id: 'technical-support',
  title: 'Technical Support',
  questions: [
    ask(
      'I forgot my password. What now?',
      'Press “Forgot your password?” in the login window and enter your email address. If there’s an account, we’ll send you a link that works once, for one hour. If you ask twice, use the newest one.',
    ),
    ask(
      'My confirmation email hasn’t arrived.',
      paragraph(
        'Look in your spam folder first. Your booking is safe either way: if it’s under ',
        link('My Bookings', '/my-bookings'),
        ', you have your places.',
      ),
    ),
    ask(
      'My picture won’t upload.',
      'Three things to check:',
      list(
        'It’s a JPEG, PNG, GIF or WebP file.',
        'It’s no larger than 5 MB.',
        'It’s in landscape, ideally 1920x1080 (16:9), or it may not look its best.',
      ),
    ),
    ask(
      'How do I turn location on or off?',
      'In your browser’s settings for this site, under permissions. If you pressed “Not Now” and would like to be asked again, clear this site’s data there: we’ll ask on your next visit, before we use anything.',
    ),
    ask(
      'Is there a mobile app?',
      `Mobile apps are coming soon. Until then, ${SITE.name} works in the browser of any recent phone.`,
    ),
    ask(
      'Something else is broken.',
      paragraph('Write to ', supportLink, ' and say what you did and what you saw. A screenshot helps a lot.'),
    ),
  ],
}

export const faq = {
  title: 'Frequently Asked Questions',
  intro: 'Short answers to what people ask us most.',
  categories: [general, creators, attendees, technicalSupport],
  more: paragraph('Longer answers are in the ', link('Help Centre', '/help'), ', or write to ', supportLink, '.'),
}
