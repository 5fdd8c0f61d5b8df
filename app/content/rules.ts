import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { type LegalPage, link, list, paragraph, section } from './types.ts'

// The rules of moderation that the EU's Digital Services Act asks for (articles 14, 16, 17, 20 and 23), in plain words.
// A statement of reasons names a rule by its title and links to it by its reason's code (contract/moderation-words.ts).
export const rules: LegalPage = {
  title: 'Rules',
  lastUpdated: 'November 16, 2026',
  sections: [
    section(
      'about-these-rules',
      'About these rules',
      `Anybody can publish an event on ${SITE.name} without asking first. To keep it a place worth visiting there are a few rules, and people who apply them: our moderators.`,
      paragraph(
        'This page says what the rules are, how we decide, what you’re told, and what you can do if you think we’re wrong. It’s part of our ',
        link('Terms of Service', '/terms'),
        '.',
      ),
    ),
    section(
      'illegal',
      'The law',
      'Nothing may be published that is against the law of Ireland, of the European Union, or of the place where the event is held: selling what may not be sold, incitement, threats, an event without the permit it needs, and above all anything that exploits or endangers children.',
    ),
    section(
      'legal-order',
      'Legal orders',
      'If a court or an authority orders us to remove something, we do. The page then says that it’s not available for legal reasons, and its creator is told who ordered it, unless the order forbids us to say so.',
    ),
    section(
      'fraud',
      'No fraud',
      'Don’t pretend to be somebody else, don’t take money or data for something that doesn’t exist, and don’t get people to sign up for something they haven’t asked for.',
    ),
    section(
      'spam',
      'Events only',
      'Publish events: something that takes place at a time and that people can go to, on site or online. Advertising that isn’t an event is spam, and so is the same event over and over.',
    ),
    section(
      'hate',
      'No hatred',
      'Don’t attack people for who they are: where they or their family come from, what they believe, whom they love, their sex, age, body or health.',
    ),
    section(
      'harm',
      'No harm',
      'No threats, no harassment, no calls to hurt others or yourself, and no event that puts people in danger.',
    ),
    section(
      'sexual',
      'Fit for everybody',
      `Events can be for adults, but everybody can read ${SITE.name}. No pornography, no sexual services, and no sexual pictures.`,
    ),
    section(
      'facts',
      'True facts',
      'Time, place, who appears, who runs it and what people need to know before they come must be right, and kept right when something changes.',
    ),
    section(
      'privacy',
      'Other people’s privacy',
      'Don’t show pictures of people who have not agreed to it, and don’t publish their address, their number or anything else that is theirs alone. If you’re in a picture and don’t want to be, report it: we don’t ask why.',
    ),
    section(
      'rights',
      'Other people’s work',
      'Use pictures, texts and names that are yours, or that you’re allowed to use.',
    ),
    section(
      'domain',
      'Safe links',
      'A link leads where it says. We block websites that deceive people or harm their devices; an event that links there cannot be saved.',
    ),
    section(
      'reporting',
      'How to report something',
      'Every event and every creator’s page has a Report link at its end. You don’t need an account.',
      'To report something illegal, the law asks us to ask you: why you think it’s illegal, where it is (we fill in the web address), your name and email address, and that you believe in good faith that what you say is right. If it’s about the sexual abuse of children, leave your name and address out if you want to.',
      'You get a reference at once, and by email if you gave an address. Use it to see what became of your report. We’ll email you when it’s decided.',
      'The person you report never learns who you are from us.',
    ),
    section(
      'how-we-decide',
      'How we decide',
      'A moderator, a person, looks at every report. Reports of something illegal come first. How many people report the same thing doesn’t decide anything, and one person who reports it many times counts once.',
      'Our software helps to sort: simple rules look for signs such as a link at the very beginning, phone numbers, a title that is nearly the same as others, or many events within an hour. They decide what we look at first. They don’t remove anything.',
      'Some operators have the first event of a new account looked at before it’s listed. It can be seen and booked by its link until then, and its creator is told why it waits.',
    ),
    section(
      'what-we-can-do',
      'What we can do',
      list(
        'Ask for a change. The event stays where it is.',
        'Hide an event. Nobody can find, see or book it. People who have booked keep their bookings, and we tell them that it isn’t shown at the moment.',
        'Hide everything of an account.',
        'Suspend an account until a certain day. You can still sign in, read, give places back, download your data, delete your account and object.',
        'Block links to a website.',
      ),
      'We take the mildest of these that helps. How serious it is, whether it happened before, and whether it looks like a mistake all count. If a court or an authority orders us to remove something, the page says that it’s not available for legal reasons.',
    ),
    section(
      'what-you-are-told',
      'What you are told',
      'The person concerned gets an email with a statement of reasons: what we did and until when, which rule or law it’s about and why, whether software was involved, and how to object. We also tell anyone who reported it and gave an address what was decided, even if nothing was done.',
    ),
    section(
      'objecting',
      'If you think we’re wrong',
      'You can object once to every decision, within six months, free of charge: open the page of the decision from our email, sign in and say why. Another moderator looks at it or, if there’s nobody else, the same one at least a day later; the answer then says so. Anyone who reported it can ask us to look again by replying to our email.',
      paragraph(
        'You can also turn to a certified out-of-court dispute settlement body, to Ireland’s Digital Services Coordinator, ',
        link('Coimisiún na Meán', 'https://www.cnam.ie/'),
        ', or to a court. Objecting to us doesn’t take away any of these rights.',
      ),
    ),
    section(
      'mistake',
      'When we were wrong',
      'Then we reverse the decision, and everything is as it was before. We tell both sides. If many decisions of one kind turn out to be wrong, we change the rules on this page.',
    ),
    section(
      'misuse',
      'Misuse',
      'Anyone who keeps publishing what is plainly illegal is suspended, after a warning. Anyone who keeps sending plainly unfounded reports or objections after a warning gets no answer for a time. We look at how many there were, how many of them were wrong, how serious it is, and what seems to be intended.',
    ),
    section(
      'what-we-keep',
      'What we keep',
      'Every decision is recorded in a log that can only be added to, so that a change would be noticed: what was done, when, by which moderator and for which reason, as numbers and codes. What people wrote is stored apart from it, and is deleted with the account of the person who wrote it.',
    ),
    section(
      'contact-points',
      'Contact points',
      paragraph(
        `Authorities and the people who use ${SITE.name} reach us at `,
        supportLink,
        ', in English or Irish. A person will read it. See also ',
        link('Contact Us', '/contact'),
        '.',
      ),
    ),
  ],
}
