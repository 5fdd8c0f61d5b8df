// The OpenAPI 3.1 document and a readable page, both made from the contract.
import { SITE } from '../../contract/site.ts'
import { errorsOf, type AnyEndpoint, type ReplyKind } from '../../contract/endpoint.ts'
import { AppError, statusOf, type ErrorCode } from '../../contract/errors.ts'
import { permissionName, rolesThatMay } from '../../contract/permissions.ts'
import type { MessageType } from '../../contract/message-types.ts'
import { MESSAGES, messageOf } from '../../contract/webhooks.ts'
import { jsonSchema } from './bind.ts'

type Json = Record<string, unknown>

function parameters(endpoint: AnyEndpoint) {
  const places = [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const
  return places.flatMap(([part, place]) => {
    const schema = endpoint[part] && (jsonSchema(endpoint[part], 'input') as { properties?: Json; required?: string[] })
    return Object.entries(schema?.properties ?? {})
      .filter(([name]) => name !== 'cookie')
      .map(([name, property]) => ({
        name,
        in: place,
        required: place === 'path' || (schema?.required?.includes(name) ?? false),
        schema: property,
      }))
  })
}

const errorAnswer = (description: string) => ({
  description,
  headers: { 'X-Error-Code': { schema: { type: 'string' }, description: 'Stays the same when the sentence changes' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Every caller should expect these; the other common errors are for malformed requests. */
const worthNaming = ({ body, feature }: AnyEndpoint): ErrorCode[] => [
  ...(['bad_request', 'too_many_requests', 'unavailable'] as const),
  ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  // While the feature is off.
  ...(feature ? (['not_found'] as const) : []),
]

// Its numbers and names are known only when it happens: 'Only N tickets left'.
const VALUES = { n: 'N', m: 'M', day: 'DAY', time: 'TIME', domain: 'DOMAIN', name: 'NAME', why: 'WHY', least: 'LEAST' }

const sentenceOf = (code: ErrorCode) => new AppError(code, { values: VALUES }).message

/** By status: every code that can be answered in X-Error-Code, with its sentence. */
function errorAnswers(possible: ErrorCode[]): Json {
  const answers: Record<string, ReturnType<typeof errorAnswer>> = {}
  for (const [status, codes] of Map.groupBy(possible, statusOf)) {
    answers[status] = errorAnswer(codes.map((code) => `${code}: ${sentenceOf(code)}`).join('\n\n'))
  }
  return answers
}

function operation(endpoint: AnyEndpoint, noun: string, name: string) {
  const status = String(endpoint.status ?? 200)
  const types: Partial<Record<ReplyKind, string>> = {
    csv: 'text/csv',
    calendar: 'text/calendar',
    zip: 'application/zip',
  }
  const type = types[endpoint.kind ?? 'json'] ?? 'application/json'
  const hasReply = status !== '204' && endpoint.kind !== 'redirect'
  const content = hasReply && { content: { [type]: { schema: jsonSchema(endpoint.reply, 'output') } } }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: endpoint.summary,
    parameters: parameters(endpoint),
    ...(endpoint.access === 'anyone'
      ? {}
      : { security: endpoint.access !== 'optional' ? [{ bearer: [] }] : [{}, { bearer: [] }] }),
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    responses: {
      [status]: { description: 'Done', ...content },
      ...(endpoint.statusAgain && { [endpoint.statusAgain]: { description: 'It was there already', ...content } }),
      ...errorAnswers([...worthNaming(endpoint), ...errorsOf(endpoint)]),
    },
    'x-may': permissionName(endpoint.may),
    'x-roles': rolesThatMay(endpoint.may),
    ...(endpoint.scope && { 'x-scope': endpoint.scope }),
  }
}

type Api = Record<string, Record<string, AnyEndpoint>>

/** Makes it once for each contract, however many servers a process has: it is a tenth of a second. */
function onceFor<T>(make: (api: Api) => T): (api: Api) => T {
  const made = new WeakMap<Api, T>()
  return (api) => {
    const known = made.get(api) ?? make(api)
    made.set(api, known)
    return known
  }
}

const pathsOf = onceFor((api) => {
  const paths: Record<string, Json> = {}
  for (const [noun, calls] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = (paths[endpoint.path] ??= {})
      path[endpoint.method.toLowerCase()] = operation(endpoint, noun, name)
    }
  }
  return paths
})

const probe = (summary: string) => ({
  get: {
    operationId: `probes.${summary}`,
    tags: ['probes'],
    summary,
    security: [],
    responses: { 200: { description: 'Yes' }, 503: errorAnswer('unavailable: not now') },
  },
})

/** Addresses outside the contract: for load balancers, and for the bytes of a picture. */
const OTHER_PATHS = {
  '/health': probe('The process answers'),
  '/ready': probe('It can serve pages'),
  '/ready/write': probe('It can store something'),
  '/s3/upload/{key}': {
    put: {
      operationId: 'storage.upload',
      tags: ['storage'],
      security: [],
      summary: 'The bytes of a picture, to the address that GET /s3/presigned-url gave, signature and all',
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: { description: 'Stored' },
        ...errorAnswers([
          ...(['not_the_image', 'image_too_many_pixels', 'upload_url_invalid', 'upload_in_progress'] as const),
          ...(['file_too_large', 'too_many_requests', 'storage_unavailable'] as const),
        ]),
      },
    },
  },
}

/** What we send to webhooks, instead of being asked. */
const messages = () =>
  Object.fromEntries(
    (Object.keys(MESSAGES) as MessageType[]).map((type) => [
      type,
      {
        post: {
          operationId: `messages.${type}`,
          tags: ['messages'],
          summary: 'Signed as Standard Webhooks 1.0 says',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(messageOf(type), 'output') } },
          },
          responses: { '2XX': { description: 'Received; anything else is tried again' } },
        },
      },
    ]),
  )

export function openApiDocument(api: Api, serverUrl: string) {
  return {
    openapi: '3.1.0',
    info: { title: SITE.name, version: '1', description: `Every call of the ${SITE.name} events marketplace.` },
    servers: [{ url: `${serverUrl}/api` }],
    paths: { ...pathsOf(api), ...OTHER_PATHS },
    webhooks: messages(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['statusCode', 'error', 'message'],
          properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const code = (value: unknown) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

/** The page's only inline style; there is no script. */
export const DOCS_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
summary{padding:.6rem 0;cursor:pointer}pre{overflow:auto;padding:1rem;border-radius:.75rem;background:color-mix(in srgb,currentColor 8%,transparent);font-size:.85rem}
b{display:inline-block;min-width:4rem}h2{margin-top:2rem;text-transform:capitalize}small{opacity:.75}`

/** With a key: its scope, and what somebody types to try it. */
function scopeLine({ method, path, scope, body }: AnyEndpoint): string {
  if (!scope) return ''
  const sent = body ? ` -H 'Content-Type: application/json' -d '{…}'` : ''
  const example = `curl -X ${method} -H 'Authorization: Bearer hooley_…'${sent} https://example.org/api${path}`
  return `<p>Keys with the scope <code>${scope}</code>. Example:</p><pre>${escape(example)}</pre>\n`
}

/** Plain HTML: no script, no other origin. */
export const docsPage = onceFor((api) => {
  const row = (endpoint: AnyEndpoint) => {
    const op = pathsOf(api)[endpoint.path]?.[endpoint.method.toLowerCase()] as Json
    const { parameters: given, requestBody, responses } = op
    return `<details><summary><b>${endpoint.method}</b> <code>/api${escape(endpoint.path)}</code> — ${escape(endpoint.summary)} <small>(${endpoint.access})</small></summary>
${scopeLine(endpoint)}${(given as unknown[]).length ? `<h4>Parameters</h4>${code(given)}` : ''}${requestBody ? `<h4>Body</h4>${code(requestBody)}` : ''}<h4>Answers</h4>${code(responses)}</details>`
  }
  const nouns = Object.entries(api).map(
    ([noun, calls]) => `<h2>${noun}</h2>${Object.values(calls).map(row).join('\n')}`,
  )
  const sent = Object.entries(messages()).map(
    ([type, { post }]) =>
      `<details><summary><b>POST</b> <code>${type}</code></summary>${code(post.requestBody)}</details>`,
  )
  const sending = `<h2>Messages to webhooks</h2><p>Signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> 1.0 says: verify <code>webhook-signature</code> with your secret and one of its libraries, answer with 2xx, and drop an id that you have seen and a <code>sequence</code> lower than the last of the same ticket, entry or event.</p>${sent.join('\n')}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(SITE.name)} API</title><style>${DOCS_STYLE}</style></head><body><h1>${escape(SITE.name)} API</h1><p>Send JSON, and a token as <code>Authorization: Bearer …</code> where one is asked for. The machine-readable twin is <a href="/api/openapi.json">/api/openapi.json</a>.</p>${nouns.join('\n')}${sending}</body></html>`
})
