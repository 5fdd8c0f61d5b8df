import * as craft from './craft.ts'
import * as food from './food.ts'
import * as land from './land.ts'
import * as music from './music.ts'
import * as play from './play.ts'
import * as sea from './sea.ts'
import * as sky from './sky.ts'

/** What each poster file shows; the stem is the one in server/db/seed/demo-events*.ts. */
export const gallery: Record<string, () => string> = {
  'fiddle-night': music.fiddleNight,
  'vinyl-sunday': music.vinylSunday,
  'record-fair': music.recordFair,
  uebergaenge: music.uebergaenge,
  samba: music.samba,
  'boatshed-brass': music.boatshedBrass,
  'quay-opera': music.quayOpera,
  'supper-club': sea.supperClub,
  lighthouse: sea.lighthouse,
  surf: sea.surf,
  'fish-supper': sea.fishSupper,
  regatta: sea.regatta,
  'full-moon': sea.fullMoon,
  mudlarks: sea.mudlarks,
  forest: land.forest,
  'hill-camp': land.hillCamp,
  balloons: land.balloons,
  'seed-swap': land.seedSwap,
  'dawn-chorus': land.dawnChorus,
  bees: land.bees,
  bonfire: land.bonfire,
  'dark-skies': sky.darkSkies,
  'northern-lights': sky.northernLights,
  'listening-cafe': sky.listeningCafe,
  rain: sky.rain,
  'rooftop-brass': sky.rooftopBrass,
  sourdough: food.sourdough,
  coffee: food.coffee,
  vermut: food.vermut,
  chess: play.chess,
  'short-films': play.shortFilms,
  'night-ride': play.nightRide,
  'comedy-cats': play.comedyCats,
  'kitchen-disco': play.kitchenDisco,
  conversation: play.conversation,
  'silent-books': craft.silentBooks,
  'sign-language': craft.signLanguage,
  tiles: craft.tiles,
  'ghost-stairs': craft.ghostStairs,
  knitting: craft.knitting,
  'small-programs': craft.smallPrograms,
}
