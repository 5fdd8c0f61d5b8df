// Writes server/test-support/stripe/schemas.json: JSON schemas of what server/test-support/stripe/wire-types.ts names, made
// from the types of the installed `stripe`. Run it after each update of the package: node scripts/make-stripe-schemas.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const folder = new URL('../server/test-support/stripe/', import.meta.url)
const source = fileURLToPath(new URL('wire-types.ts', folder))
const output = new URL('schemas.json', folder)
const { version } = JSON.parse(readFileSync('node_modules/stripe/package.json', 'utf8')) as { version: string }

/** An id becomes a whole object only where somebody asks for it with `expand`. We ask for these. */
const EXPANDED = ['Session.payment_intent']
/** Of methods and hooks that we never use: any object passes, and hundreds of types are left out. */
const UNREAD = [
  ...['Session', 'SessionCreateParams', 'PaymentIntent'].map((owner) => `${owner}.payment_method_options`),
  ...['amount_details', 'hooks', 'last_payment_error', 'next_action', 'payment_details'].map(
    (name) => `PaymentIntent.${name}`,
  ),
]

type Schema = Record<string, unknown>

const program = ts.createProgram([source], {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
})
const checker = program.getTypeChecker()
const definitions: Record<string, Schema> = {}
const names = new Map<ts.Type, string>()

const has = (type: ts.Type, flag: ts.TypeFlags) => (type.flags & flag) !== 0

/** `string & Record<never, never>`: the SDK's sign that Stripe may send a new word before the SDK knows it. */
const isOtherString = (type: ts.Type) =>
  type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.String))

const isResource = (type: ts.Type) => type.getProperty('id') && type.getProperty('object')

function unionSchema(types: ts.Type[], place: string): Schema {
  const isNullable = types.some((type) => has(type, ts.TypeFlags.Null))
  const isExpandable = types.some((type) => has(type, ts.TypeFlags.String)) && !EXPANDED.includes(place)
  const words: (string | number | boolean)[] = []
  const others: Schema[] = []
  for (const type of types) {
    if (has(type, ts.TypeFlags.Null | ts.TypeFlags.Undefined) || isOtherString(type)) continue
    if (isExpandable && isResource(type)) continue
    if (type.isStringLiteral() || type.isNumberLiteral()) words.push(type.value)
    else if (has(type, ts.TypeFlags.BooleanLiteral)) words.push(checker.typeToString(type) === 'true')
    else others.push(schemaOf(type, place))
  }
  if (words.length === 2 && words.every((word) => typeof word === 'boolean')) others.push({ type: 'boolean' })
  else if (words.length > 0) others.push({ enum: words.toSorted() })
  if (isNullable) others.push({ type: 'null' })
  return others.length === 1 && others[0] ? others[0] : { anyOf: others }
}

/** Named types once, so that those that contain themselves end. */
function objectSchema(type: ts.Type, place: string): Schema {
  const known = names.get(type)
  if (known) return { $ref: `#/definitions/${known}` }
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  if (index) return { type: 'object', additionalProperties: schemaOf(index.type, place) }
  const whole = checker.typeToString(type, undefined, ts.TypeFormatFlags.UseFullyQualifiedType)
  // Without the path before it: import("…/resources/Refunds").Refund.
  const name = whole.replace(/^.*?([\w-]+)"\)/, '$1').replace(/[^\w-]+/g, '.')
  let free = name
  for (let n = 2; free in definitions; n++) free = `${name}-${n}`
  names.set(type, free)
  const definition: Schema = (definitions[free] = {})
  const owner = type.symbol.name
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const property of checker.getPropertiesOfType(type)) {
    const own = `${owner}.${property.name}`
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    if (!isOptional) required.push(property.name)
    properties[property.name] = UNREAD.includes(own)
      ? { type: ['object', 'null'] }
      : schemaOf(checker.getTypeOfSymbol(property), own)
  }
  Object.assign(definition, { type: 'object', properties, required, additionalProperties: false })
  return { $ref: `#/definitions/${free}` }
}

function schemaOf(type: ts.Type, place: string): Schema {
  if (type.isUnion()) return unionSchema(type.types, place)
  if (isOtherString(type) || has(type, ts.TypeFlags.String)) return { type: 'string' }
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
  if (has(type, ts.TypeFlags.Number)) return { type: 'number' }
  if (has(type, ts.TypeFlags.Null)) return { type: 'null' }
  if (has(type, ts.TypeFlags.Void)) return { not: {} }
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference)
    if (!items) throw new Error(`${place}: an array of nothing`)
    return { type: 'array', items: schemaOf(items, place) }
  }
  // Numbers that JSON cannot carry without loss: text on the wire.
  if (checker.typeToString(type) === 'Decimal') return { type: 'string' }
  // Partial<…>: what an event's object was before.
  if (type.aliasSymbol?.name === 'Partial') return { type: 'object' }
  if (has(type, ts.TypeFlags.Object)) return objectSchema(type, place)
  throw new Error(`${place}: ${checker.typeToString(type)} is a type that this script does not know.`)
}

const file = program.getSourceFile(source)
const wire = file && checker.getSymbolAtLocation(file)
if (!wire) throw new Error(`${source} cannot be read.`)
const roots = Object.fromEntries(
  checker.getExportsOfModule(wire).map((symbol) => {
    const schema = schemaOf(checker.getDeclaredTypeOfSymbol(symbol), symbol.name)
    return [symbol.name, schema]
  }),
)
// One definition on each line: an update of the package is then read as a difference of types.
const lines = Object.entries(definitions)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
writeFileSync(
  output,
  `{"version":${JSON.stringify(version)},"roots":${JSON.stringify(roots)},"definitions":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(`${lines.length} types of stripe ${version}`)
