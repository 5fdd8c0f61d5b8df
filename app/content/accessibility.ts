import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { link, list, paragraph, section, type LegalPage } from './types.ts'

export const accessibility: LegalPage = {
  title: 'Accessibility',
  lastUpdated: 'November 19, 2026',
  sections: [
    section(
      'aim',
      'What We Aim For',
      `Everybody should be able to find an event on ${SITE.name}, book it and get in. We measure ourselves against the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA. For each of their 55 criteria we keep a list of how we meet it, what tests it, and what nobody has tested yet.`,
      'We don’t call the site fully accessible: no test finds everything, and some of what is shown was written by the people who run the events.',
    ),
    section(
      'service',
      'What You Can Do Here',
      'You can look for events, book free places, wait for a place, show your ticket, and run events of your own. All of it is made to work with a keyboard, enlarged, in light and dark mode, with less motion, and with your system’s own colours.',
      list(
        'Bookings can be given back, and nothing on the site asks you to draw, solve a puzzle or be quick.',
        'You can sign in with a password manager, a passkey or a code that is emailed to you, and you can paste passwords and codes.',
        'If you’re offered a place from the waiting list, you have to answer in time, because others are waiting. The email says by when.',
        'If your ticket can’t be scanned, you can say the end of its code.',
      ),
    ),
    section(
      'events',
      'Events Themselves',
      'Organisers can say whether their event has step-free access, an accessible toilet, a hearing loop, captions, sign language, a quiet space, and whether a companion comes free. It’s on the event’s page, and the filter on the list of events finds it where that is switched on. Where nothing is said, please ask the organiser.',
    ),
    section(
      'tests',
      'How We Test',
      'With every change, programs open the screens in light and dark mode. They look for what axe-core finds, go through every control with Tab, zoom to 200%, space out the letters, take colours and motion away, at the widths of a phone and a desktop, and close what is open with Escape. Booking, the waiting list and the door are read aloud by a program.',
      'What still has to be tested by people: reading aloud with NVDA, VoiceOver and TalkBack, voice control, switch control, and whether texts are easy to understand. We haven’t done that yet, and say so here until we have.',
    ),
    section(
      'gaps',
      'What Isn’t Good Yet',
      list(
        'Pictures that organisers upload have no description of their own. What matters about an event has to be in its words, and we ask for that.',
        'Descriptions in more than one language can name only one of them.',
        'Posters to print and pictures for sharing show text as a picture. The same words are on the event’s page.',
        'The map and the directions lead to Google Maps, which isn’t ours.',
      ),
    ),
    section(
      'contact',
      'Tell Us',
      paragraph(
        'If something doesn’t work for you, write to ',
        supportLink,
        '. Say what you wanted to do, and what you use to read or control the page if you like. A person reads every email.',
      ),
      paragraph(
        'If our answer doesn’t help, you can complain to the authority that looks after accessibility where you live. How to object to other decisions is in our ',
        link('Rules', '/rules'),
        '.',
      ),
    ),
  ],
}
