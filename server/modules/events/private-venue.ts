// A virtual event's venue is a link or a name. A link is for those who have booked: everybody else reads `Online event`,
// unless the venue is plainly a name, because a name that is hidden by mistake does less harm.
import { asRead } from '../../../contract/links.ts'

// Nothing that addresses, handles and codes are made of: / : @ [ ] # = _ + and the like.
const LETTERS_OF_NAMES = /^[\p{L}\p{M}\p{N}\s,.'’&!()–-]{1,100}$/u

/** How people write "password", "PIN" and "code" where our events take place, and a little beyond. */
const WAYS_IN = [
  ...['pass(?:code|word|wort|ord|phrase)s?', 'pwd', 'pin', 'codes?', 'codeword', 'meeting id', 'dial', 'key', 'login'],
  ...['kenn(?:wort|code)', 'zugangscode', 'mot de passe', 'contrase(?:ñ|n)a', 'clave', 'senha', 'palavra', 'parola'],
  ...[
    'wachtwoord',
    'toegangscode',
    'has(?:ł|l)o',
    'heslo',
    'jelsz(?:ó|o)',
    'salasana',
    'l(?:ö|o)senord',
    'adgangskode',
  ],
  ...['kodeord', 'koda?', '(?:ş|s)ifre', 'focal faire', 'пароль?', 'парола', 'код', 'κωδικ(?:ό|ο)ς'],
]
const WAY_IN = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WAYS_IN.join('|')})(?![\\p{L}\\p{M}])`, 'iu')
const WAY_IN_ELSEWHERE = /密码|密碼|口令|パスワード|暗証|비밀번호|암호|كلمة|סיסמה|रहस्य|पासवर्ड/u

const NO_NAME = [
  WAY_IN,
  WAY_IN_ELSEWHERE,
  // A full stop inside a word: zoom.us, 1.2.3. Not "St. Mary's" and "A.I.".
  /[\p{L}\p{M}]{2}\.\S|\.[\p{L}\p{M}]{2}|\d\.\S/u,
  // For people who type it in: zoom (dot) us.
  /\(\s*\S{1,6}\s*\)|\s(?:dot|punkt|point|punto|ponto|punt)\s/iu,
  // The number of a room, a meeting or a telephone.
  /\d{4}|(?:\d\D{0,3}){5}/,
  // Letters and digits in one word, as codes have them; a single letter at a time too.
  /(?=\S*\p{L})(?=\S*\d)\S{6,}|(?:(?:^|[\s-])[\p{L}\p{N}](?=[\s-]|$)){4}/u,
  // Google Meet: abc-defg-hij
  /(?:^|[^\p{L}-])[a-z]{3}-[a-z]{4}-[a-z]{3}(?![\p{L}-])/iu,
]

function isPlainlyAName(venue: string): boolean {
  const read = asRead(venue).trim()
  return LETTERS_OF_NAMES.test(read) && !NO_NAME.some((sign) => sign.test(read))
}

/** Whether the venue is one that not everybody may read. */
export const hasPrivateVenue = (event: { isVirtual: boolean; venue: string }) =>
  event.isVirtual && !isPlainlyAName(event.venue)
