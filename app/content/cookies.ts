import { SITE } from '../../contract/site.ts'
import { supportLink } from './contact.ts'
import { either, legalLastUpdated, type LegalPage, link, list, paragraph, section, table } from './types.ts'

export const cookies: LegalPage = {
  title: 'Cookie Policy',
  lastUpdated: legalLastUpdated,
  sections: [
    section(
      'introduction',
      'Introduction',
      `This policy says which cookies and similar storage ${SITE.name} uses, what for, and how you can control them. It’s short because the list is.`,
      'In brief: we set two cookies, one only if you log in with Google and one only if you book with your email or ask for a code. A few more things are kept in your browser’s own storage. We use no analytics, advertising or tracking of any kind.',
    ),
    section(
      'what-are-cookies',
      'What Are Cookies',
      'A cookie is a small text that a website asks your browser to keep and that your browser sends back with later requests.',
      'Device storage (also called local storage) is a similar place in your browser. The difference is that your browser doesn’t send it anywhere by itself: our pages read it and use it when needed. The law treats both alike, so this policy covers both.',
    ),
    section(
      'types',
      'Types',
      'Cookies are often sorted into four kinds. This is what we have of each:',
      table(
        'Kinds of cookies and our use of them',
        ['Kind', 'What it’s for', 'Do we use it?'],
        [
          'Essential',
          'Making the service you asked for work, such as logging in',
          'Yes: two cookies and some device storage',
        ],
        [
          'Preference',
          'Remembering a choice you made',
          'Device storage only: your colour mode and your location choice',
        ],
        ['Analytics', 'Measuring how people use a site', 'No'],
        ['Marketing', 'Showing you advertising', 'No'],
      ),
    ),
    section(
      'duration',
      'Duration',
      table(
        'Everything we keep in your browser, and for how long',
        ['Name', 'Where', 'What it holds', 'How long'],
        [
          'Google sign-in cookie',
          'Cookie (httpOnly)',
          'Random values that tie Google’s answer to the log-in you started. Scripts can’t read it',
          'A few minutes, and only while you log in with Google',
        ],
        [
          'hooley_browser',
          'Cookie (httpOnly)',
          'A random value that ties an emailed code to the browser that asked for it. Scripts can’t read it, and it opens nothing',
          '180 days, and only after you booked with your email or asked for a code',
        ],
        [
          'token',
          'Device storage',
          'A random key that keeps you logged in',
          'Until you log out. It stops working after 30 days without use',
        ],
        [
          'locationPermission',
          'Device storage',
          'Whether you allowed or declined location',
          'Until you change it or clear your browser’s storage',
        ],
        [
          'userCoordinates',
          'Device storage',
          'Your last position, if you allowed location',
          'Until you withdraw the permission or clear your browser’s storage',
        ],
        [
          'theme-mode, theme-scheme',
          'Device storage',
          'Whether you prefer light or dark colours',
          'Until you change it or clear your browser’s storage',
        ],
        [
          'bookingAttempts',
          'Device storage',
          'A random number for a booking whose answer was lost on the way, so that pressing again doesn’t book twice',
          'Until the answer is known, for a day at most',
        ],
      ),
    ),
    section(
      'third-party-cookies',
      'Third-Party Cookies',
      'There are none on our pages. We load no scripts, fonts, advertisements or social media buttons from other companies, so none of them can set a cookie here.',
      'If you choose “Continue with Google”, you leave our site for Google’s for a moment. Google sets cookies of its own there, under its own policy. The same is true of any other site you reach by a link, such as our social media profiles.',
    ),
    section(
      'how-we-use-cookies',
      'How We Use Cookies',
      list(
        'To make an emailed code work only in the browser that asked for it.',
        'To log you in with Google safely: the cookie makes sure that the answer coming back from Google belongs to the log-in you started.',
        'To keep you logged in, so that you needn’t enter your password on every page.',
        'To remember whether you allowed or declined location, so that we don’t ask again and again.',
        'To show events near you, if you allowed it.',
        'To show the site in the colours you chose.',
      ),
      'All of this is either strictly necessary for something you asked for, or happens with your permission. Under Irish and EU law, what is strictly necessary needs no cookie banner. That is why you don’t see one.',
    ),
    section(
      'managing-preferences',
      'Managing Preferences',
      list(
        'Log out to remove the key that keeps you logged in.',
        'Withdraw the location permission in your browser’s settings for this site. On your next visit we remove your stored position from your device.',
        'Clear cookies and site data in your browser to remove everything listed above.',
        `Block cookies altogether if you like. ${SITE.name} still works; only logging in with Google or with an emailed code won’t. If you block device storage as well, you can browse but not stay logged in.`,
      ),
      paragraph(
        either('settings', {
          off: 'The Settings page will have switches for preference, analytics and marketing cookies; they’re coming soon. The last two are off, and there’s nothing behind them. ',
          on: 'The Settings page lists preference, analytics and marketing cookies. We set none of them, so there’s nothing to switch. ',
        }),
        'Should that ever change, nothing will be set until you agree.',
      ),
    ),
    section(
      'cookies-and-privacy',
      'Cookies and Privacy',
      paragraph(
        'Some of what’s stored is personal data, such as your position. How we handle personal data, why we may, and what rights you have is set out in our ',
        link('Privacy Policy', '/privacy'),
        '.',
      ),
    ),
    section(
      'changes',
      'Changes',
      'When we add or remove a cookie, we change this page and the date at its top. If we ever want to use one that isn’t strictly necessary, we’ll ask for your consent first.',
    ),
    section('contact', 'Contact Us', paragraph('Questions about cookies? Write to ', supportLink, '.')),
  ],
}
