// The main colours of the demo posters, as server/storage/images.ts finds them in the files of 400 pixels.
const POSTERS_BY_TINT: Record<string, string> = {
  '#88c8b8': 'balloons listening-cafe small-programs',
  '#f8c898': 'bees forest regatta surf',
  '#e84828': 'boatshed-brass coffee comedy-cats fiddle-night quay-opera',
  '#181838': 'bonfire',
  '#f8c8d8': 'chess dawn-chorus knitting vermut',
  '#f8a848': 'conversation mudlarks vinyl-sunday',
  '#182838':
    'dark-skies fish-supper ghost-stairs lighthouse night-ride northern-lights record-fair rooftop-brass silent-books uebergaenge',
  '#383878': 'full-moon',
  '#583888': 'hill-camp kitchen-disco',
  '#086868': 'rain sign-language sourdough supper-club tiles',
  '#084848': 'samba',
  '#f8e8c8': 'seed-swap short-films',
}

const tints = new Map(
  Object.entries(POSTERS_BY_TINT).flatMap(([tint, posters]) => posters.split(' ').map((poster) => [poster, tint])),
)

export const posterTint = (poster: string | null) => (poster && tints.get(poster)) || null
