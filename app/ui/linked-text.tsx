// What somebody has written, with its http addresses as links. The author is a stranger, so nothing is vouched for.
const ADDRESS = /(https?:\/\/[^\s<>"]+)/i
// At the end of a sentence the dot belongs to the sentence, as does a bracket around the address.
const NOT_THE_END = /[.,;:!?'’)\]}]+$/

interface Piece {
  text: string
  href?: string
}

export function piecesOf(text: string): Piece[] {
  return text
    .split(ADDRESS)
    .flatMap((piece, index): Piece[] => {
      if (index % 2 === 0) return [{ text: piece }]
      const address = piece.replace(NOT_THE_END, '')
      if (!URL.canParse(address)) return [{ text: piece }]
      return [{ text: address, href: address }, { text: piece.slice(address.length) }]
    })
    .filter((piece) => piece.text !== '')
}

export const LinkedText = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index) =>
    piece.href ? (
      <a key={index} href={piece.href} target="_blank" rel="ugc nofollow noopener noreferrer">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  )
