// A virtual event's venue is a link or a name. A link is for those who have booked: whatever could lead or let somebody
// into the room is taken for one, because a name that is hidden by mistake does less harm (docs/decisions/106).

// Characters that browsers read as a full stop in addresses (IDNA); NFKC turns the others into one.
const OTHER_DOTS = /[\u3002\uff61]/g
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const SIGNS_OF_A_LINK = [
  // zoommtg://…, https:…, tel:+353…; also localhost:3000
  /\p{L}[\p{L}\p{N}+.-]*:(?:\/|\S*[\p{L}\p{N}])/u,
  // zoom.us, meet.google.com/…, bit.ly/…, bücher.example: a full stop with letters right behind it. Not "St. Mary's".
  /[\p{L}\p{N}-]\.\p{L}{2}/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  // \\server\share, //host/path
  /(?:\/\/|\\\\)\S/,
  // somebody@host, room@conference
  /[\p{L}\p{N}_]@\S/u,
  // The number of a meeting or of a telephone: nine digits and more. A date has eight.
  /(?:\d[\s().-]*){9}/,
  // Google Meet: abc-defg-hij
  /(?:^|[^\p{L}-])[a-z]{3}-[a-z]{4}-[a-z]{3}(?![\p{L}-])/iu,
  /\b(?:pass(?:code|word|wort)|pwd|pin|meeting id)\b/i,
]

const mentionsLink = (venue: string) => {
  const plain = venue.normalize('NFKC').replace(INVISIBLE, '').replace(OTHER_DOTS, '.')
  return SIGNS_OF_A_LINK.some((sign) => sign.test(plain))
}

/** Whether the venue is one that not everybody may read. */
export const hasPrivateVenue = (event: { isVirtual: boolean; venue: string }) =>
  event.isVirtual && mentionsLink(event.venue)
