import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { either, legalLastUpdated, type LegalPage, link, list, paragraph, section } from './types.ts'

export const terms: LegalPage = {
  title: 'Terms of Service',
  lastUpdated: legalLastUpdated,
  sections: [
    section(
      'acceptance',
      'Acceptance of Terms',
      `These terms are the agreement between you and ${SITE.name} (“we”, “us”), an events marketplace based in Ireland. By creating an account, booking a ticket or creating an event you accept them. If you don’t agree with them, please don’t use the service beyond browsing.`,
      'You must be 18 or older to have an account. If you act for a company or a club, you confirm that you’re allowed to accept these terms for it.',
      'If you’re a consumer, nothing in these terms takes away rights that the law gives you and that can’t be changed by agreement.',
    ),
    section(
      'services',
      'Our Services',
      `${SITE.name} lets people find events, book tickets, and create events for others to book. We provide the marketplace. Unless we say so, we don’t organise the events: each one is run by its creator, and a booking is an arrangement between the creator and the person who books.`,
      'The service is in beta. Some features are marked “coming soon”; they’re a plan, not a promise. We may add, change or remove features, and the service may at times be unavailable. We take care that this doesn’t touch bookings already made.',
      'What we expect of people who book:',
      list(
        'Book only places you intend to use, up to 4 tickets in a booking.',
        'Don’t sell on tickets for free events, and don’t book by automated means.',
        'Follow the rules of the venue and the creator.',
      ),
      'What we expect of creators:',
      list(
        'Describe your event truthfully, and keep time, place and capacity up to date.',
        'Hold the event as described. If it changes or is cancelled, tell the people who booked without delay.',
        'See to permissions, licences, insurance, accessibility and safety. They are your responsibility.',
        'Use purchasers’ details for that event only, keep them safe, delete them when no longer needed, and meet your own duties under data protection law. Don’t use them for marketing without consent.',
      ),
    ),
    section(
      'account',
      'Your Account',
      'Give correct details when you sign up, and keep them so. Keep your password to yourself and choose one you don’t use elsewhere. An account is for one person or one organisation; you’re responsible for what’s done with it unless somebody else misused it through no fault of yours.',
      paragraph(
        'If you think somebody else has got into your account, change your password at once, which ends the other sessions, and write to ',
        supportLink,
        '.',
      ),
      'You may not try to get into other people’s accounts, disturb or overload the service, collect data from it by automated means without our agreement, or get around its limits.',
    ),
    section(
      'content',
      'Your Content',
      'What you publish, such as descriptions and pictures, remains yours. You give us a free, worldwide, non-exclusive licence to store, show, resize and distribute it in order to run and promote the service and your event. The licence ends when the content is deleted, except where others have already shared it or the law requires us to keep it.',
      'You confirm that you have the rights to what you publish, including the consent of people shown in pictures where it’s needed. Content must not:',
      list(
        'be unlawful, fraudulent or misleading;',
        'threaten, harass or demean people, or incite hatred or violence;',
        'exploit or endanger children;',
        'infringe anyone’s copyright, trade marks, privacy or other rights;',
        'contain malicious software or unwanted advertising.',
      ),
      paragraph(
        'If you see something unlawful or against these terms, write to ',
        supportLink,
        ' with its address and your reasons. People, not machines, look at reports. If we remove or restrict content or an account, we tell the person affected what we did and why, and they can ask us to look again by answering that email. They can also take the matter to an out-of-court dispute body or to court.',
      ),
    ),
    section(
      'payment',
      'Payment',
      paragraph(
        either('paid-events', {
          off: 'Only free events can be created for now. Booking them costs nothing, and we charge creators nothing for them.',
          on: 'Booking a free event costs nothing, and we charge creators nothing for it. For a paid event, the organiser named in your order is the seller. Your contract is with them, and you pay the amount shown before the last press. It includes everything.',
        }),
      ),
      paragraph(
        either('paid-events', {
          off: `Paid events, with payment by card and digital wallet, are coming soon. Before anyone can sell or buy a ticket for money, we’ll publish terms for it, which you’ll be asked to accept. They’ll state our fees, when payouts are made, and how refunds work. Prices on ${SITE.name} are shown in pounds sterling.`,
          on: 'By card, places are held for a limited time and yours once the payment has arrived. If it arrives when there are no places left, all of it goes back to your card. If an event is cancelled, everything you paid is refunded. If it is postponed or moved, it is refunded when you give your places back. In any other case the organiser’s terms decide, which your order shows before you pay and keeps as they were.',
        }),
      ),
      'Where an event shows a price, the full amount will be shown before you pay. Please note that under EU and Irish law there’s usually no 14-day right to withdraw from a booking for a leisure event on a certain date.',
    ),
    section(
      'ip',
      'Intellectual Property',
      `The name ${SITE.name}, the logo, the design and the texts of the site are ours or our licensors’. You may link to any page and share events. You may not use our name or logo in a way that suggests we run or endorse something we don’t.`,
      'Software that we publish under an open-source licence may be used as that licence says. The data of towns comes from GeoNames, under the Creative Commons Attribution 4.0 licence.',
      paragraph(
        `If you believe that something on ${SITE.name} infringes your rights, write to `,
        supportLink,
        ' and tell us what is yours, where it appears, and how we can reach you.',
      ),
      'If you send us ideas, we may use them without owing you anything for it.',
    ),
    section(
      'privacy',
      'Privacy',
      paragraph(
        'How we handle personal data is set out in our ',
        link('Privacy Policy', '/privacy'),
        ' and our ',
        link('Cookie Policy', '/cookies'),
        '. They inform you; you don’t have to agree to them.',
      ),
      'One thing you should know before you book: the creator of the event receives your first name, last name and email address, with the number of tickets and the time of your booking.',
    ),
    section(
      'liability',
      'Liability',
      'Nothing in these terms limits our liability for death or personal injury caused by our negligence, for fraud, for intent or gross negligence, or for anything else for which the law doesn’t allow a limit.',
      'Otherwise, as far as the law allows:',
      list(
        'We provide the service with reasonable care and skill, but can’t promise that it’s always available or free of errors.',
        'We don’t check every event, and aren’t responsible for what creators, venues or guests do, or for an event that’s changed, cancelled or different from what you expected.',
        `We aren’t liable for loss that neither of us could foresee when you accepted these terms, for events outside our reasonable control, or, if you use ${SITE.name} for business, for lost profit or lost business.`,
        'Our total liability to you in any twelve months is limited to what you paid us in that time or €100, whichever is more.',
      ),
      'If you’re a consumer, your rights under the Consumer Rights Act 2022 and other mandatory law are untouched.',
    ),
    section(
      'indemnification',
      'Indemnification',
      'If somebody makes a claim against us because of an event you created, content you published, your use of purchasers’ details, or your breach of these terms or of the law, you’ll make good the loss and reasonable costs this causes us, so far as you’re responsible for it.',
      'We’ll tell you about such a claim promptly and won’t settle it at your expense without speaking to you. If you’re a consumer, this applies only where you were at fault.',
    ),
    section(
      'termination',
      'Termination',
      paragraph(
        `You can stop using ${SITE.name} at any time, and have your account deleted by writing to `,
        supportLink,
        '. If you have coming events with bookings, please tell your guests first.',
      ),
      'We may suspend or close an account that seriously or repeatedly breaks these terms, puts others at risk, or must be closed by law. Unless it’s urgent, we’ll warn you first. In any case we’ll give you our reasons, and you can ask us to look again.',
      'We may end the service as a whole with at least 30 days’ notice. What by its nature should last, such as the sections on content already shared, liability and governing law, continues afterwards.',
    ),
    section(
      'modifications',
      'Modifications',
      'We may change these terms when the service, the law or our business changes. The date at the top shows the latest version. If a change matters to your rights or duties, we’ll tell you by email or on the site at least 15 days before it applies, unless the law requires it sooner.',
      'If you don’t agree with a change, you can close your account before it applies. Using the service afterwards means that you accept it. Changes don’t apply to bookings made before.',
    ),
    section(
      'governing-law',
      'Governing Law',
      'These terms are governed by the laws of Ireland, and the courts of Ireland have jurisdiction.',
      'If you’re a consumer living elsewhere in the European Union or in the United Kingdom, you also keep the protection of the mandatory laws of the country where you live, and may bring a case in its courts. Before it comes to that, write to us: most things can be settled with an email.',
      'If part of these terms turns out to be invalid, the rest stays in force. If we don’t insist on a right once, we haven’t given it up.',
    ),
    section(
      'contact',
      'Contact Us',
      paragraph(
        'Questions about these terms? Write to ',
        supportLink,
        '. It’s also our point of contact for users and authorities under the EU’s Digital Services Act, in English or Irish.',
      ),
    ),
  ],
}
