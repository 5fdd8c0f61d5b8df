import { expect, test } from 'vitest'
import { hasPrivateVenue } from './private-venue.ts'

const isPrivate = (venue: string) => hasPrivateVenue({ isVirtual: true, venue })

test.each([
  'https://meet.example/room',
  'HTTP://meet.example',
  'zoom.us/j/123?pwd=SECRET',
  'Zoom: https://zoom.us/j/123?pwd=SECRET',
  '<https://zoom.us/j/1>',
  'zoommtg://zoom.us/join?confno=1',
  'zoommtg:join?confno=1',
  'meet.google.com/abc-defg-hij',
  'abc-defg-hij',
  'Google Meet (abc-defg-hij)',
  'bit.ly/3xYz',
  'www.example.org',
  'Our room: example.org',
  'zoom。us/j/1',
  'zoom．us/j/1',
  'zoom｡us/j/1',
  'zoom․us/j/1',
  'zo\u200bom\u200b.\u200bus',
  'ｚｏｏｍ.ｕｓ',
  'bücher.example',
  'xn--bcher-kva.xn--p1ai',
  'room@conference.example',
  'sip:room@host',
  'skype:anna?call',
  'tel:+35312345678',
  'localhost:3000/room',
  '10.0.0.7/stream',
  '//host/room',
  String.raw`\\server\share`,
  'Zoom 123 456 7890',
  'Zoom, meeting 123-456-789',
  'Call +353 (1) 234 5678 90',
  'Zoom, passcode 1234',
  'Teams, Meeting ID below',
  'zoom[.]us/j/123456',
  'zoom (dot) us',
  'zoom dot us slash j',
  'Room 12345678',
  'Jitsi, room 90125',
  'Kennwort: Geige',
  'Teams, Kennwort Geige',
  'Zoom, mot de passe violon',
  'Zoom, contraseña violín',
  'Zoom, hasło skrzypce',
  'Zoom, пароль скрипка',
  'ズーム パスワード ばいおりん',
  '1.2.3/room',
  'Room x7Kq9Zp2',
  'Room a b c d e',
  'whereby_fiddles',
  'Zoom pin one two three',
  'zoom\u2060.\u2060us',
  '@fiddles on Signal',
  // Names, but not plainly so: hidden rather than read by mistake.
  'Twitch (@hooley)',
  'Zoom/Teams',
  'Online, 19:30',
  'YouTube, 2027-05-01',
  'Studio 3.5',
  'Zoom: the big room',
  '\u2060',
])('%s is for those who have booked', (venue) => {
  expect(isPrivate(venue)).toBe(true)
})

test.each([
  'Zoom',
  'YouTube Live',
  "St. Mary's online",
  'Our Discord',
  'The Hooley Living Room',
  'Room 4, 2nd floor',
  'Zoom (link after booking)',
  'A.I. Lounge',
  'e.g. Zoom',
  'Studio 54',
  'Rock-and-roll radio',
  'Aoife & Nora’s kitchen!',
  'オンライン',
  'Ночной эфир',
])('%s is a name that everybody may read', (venue) => {
  expect(isPrivate(venue)).toBe(false)
})

test('the venue of an event in person is never hidden', () => {
  expect(hasPrivateVenue({ isVirtual: false, venue: 'https://the-cobblestone.example, Dublin' })).toBe(false)
})
