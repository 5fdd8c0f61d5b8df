import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../contract/features.ts'
import { adviceOn, readConfig } from './config.ts'

describe('settings', () => {
  test('nothing configured gives a product for this machine alone, with demo data', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demo: true,
      databasePatience: 1,
      rateLimits: true,
      trustProxy: false,
    })
  })

  test('another database comes without demo data unless asked for', () => {
    const env = { DATABASE_URL: 'postgres://user:secret@localhost:5432/hooley' }
    expect(readConfig(env).demo).toBe(false)
    expect(readConfig({ ...env, DEMO: 'on' }).demo).toBe(true)
  })

  test('demo accounts sign in on this machine, or where DEMO is set by hand', () => {
    const signsIn = (env: Record<string, string>) => readConfig(env).demoSignIn
    expect(signsIn({})).toBe('this machine')
    expect(signsIn({ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:4000' })).toBe('this machine')
    expect(signsIn({ HOST: '0.0.0.0' })).toBe('nowhere')
    expect(signsIn({ PUBLIC_URL: 'https://hooley.example' })).toBe('nowhere')
    expect(signsIn({ PUBLIC_URL: 'https://hooley.example', DEMO: 'on' })).toBe('anywhere')
    expect(readConfig({ PUBLIC_URL: 'https://hooley.example', DEMO: 'on' }).isLocal).toBe(false)
  })

  test('paid events are tried in the demo till on this machine, and nowhere else unless somebody says so', () => {
    const here = { DATABASE_URL: 'postgres://user:secret@localhost:5432/hooley' }
    const away = { ...here, HOST: '0.0.0.0', PUBLIC_URL: 'https://hooley.example' }
    const of = (env: Record<string, string>) => readConfig(env).payments
    expect([of({}), of(here), of(away), of({ HOST: '0.0.0.0' })]).toEqual(['demo', 'off', 'off', 'off'])
    expect(of({ ...away, DEMO: 'on' })).toBe('demo')
    expect(of({ ...away, PAYMENTS: 'offline' })).toBe('offline')
    expect(of({ ...here, PAYMENTS: 'demo' })).toBe('demo')
    expect(() => of({ ...away, PAYMENTS: 'demo' })).toThrow(/^PAYMENTS=demo gives tickets away/)
    expect(of({ ...away, PAYMENTS: 'demo', DEMO: 'on' })).toBe('demo')
  })

  test('prices are in one currency, pounds unless set', () => {
    expect(readConfig({}).currency).toBe('GBP')
    expect(readConfig({ CURRENCY: 'JPY' }).currency).toBe('JPY')
    expect(readConfig({}).receiptYears).toBe(6)
  })

  const wrong: [setting: string, value: string][] = [
    ['PAYMENTS', 'cash'],
    ['PAYMENTS', 'stripe'],
    ['STRIPE_SECRET_KEY', 'sk_test_alone'],
    ['CURRENCY', 'pounds'],
    ['CURRENCY', 'KWD'],
    ['RECEIPT_YEARS', '0'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/hooley'],
    ['DATABASE_URL', 'postgres://u:p@one:5432,two:port/hooley'],
    ['DATABASE_URL', 'postgres://u:p@one:5432,,two/hooley'],
    ['DATABASE_REPLICA_URL', 'replica:5432'],
    ['DATABASE_REPLICA_URL', 'postgres://alone/hooley'],
    ['DATABASE_DIRECT_URL', 'direct:5432'],
    ['DATABASE_DIRECT_URL', 'postgres://alone/hooley'],
    ['DATABASE_POOLER', 'session'],
    ['DATABASE_POOLER', 'transaction'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_PATIENCE', '0'],
    ['DATABASE_PATIENCE', 'much'],
    ['WORKERS', '4'],
    ['WORKERS', 'auto'],
    ['PUBLIC_URL', 'hooley.example'],
    ['SMTP_URL', 'mail.example'],
    ['REDIS_URL', 'localhost'],
    ['FEATURES', 'sharing,flying'],
    ['FEATURES', 'all,flying'],
    ['DEMO', 'yes'],
    ['RATE_LIMITS', 'maybe'],
    ['EDGE_CACHE', 'varnish'],
    ['EDGE_CACHE', 'varnish'],
    ['REVIEW', 'second'],
    ['OUTGOING_NETWORKS', 'inside'],
    ['OUTGOING_NETWORKS', '10.0.0.0/33'],
    ['TRUST_PROXY', 'my proxy'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, cafe'],
    ['GOOGLE_CLIENT_SECRET', 'only-the-secret'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['S3_BUCKET', 'only-the-bucket'],
    ['S3_ENDPOINT', 'http://localhost:9000'],
    ['LOG_LEVEL', 'loud'],
    ['ADMIN_EMAIL', 'Nora <nora@example.org>'],
    ['ADMIN_EMAIL', 'nora'],
    ['IMAGE_ORIGINS', 'https://a.example; script-src *'],
  ]
  test.each(wrong)('a wrong %s (%s) stops the start with one sentence that names it', (setting, value) => {
    const started = () => readConfig({ [setting]: value })
    expect(started).toThrow(setting)
    expect(started).toThrow(/^[^\n]+\.$/)
  })

  test.each(['mysql://user:s3cret@db/hooley', 'postgres://user:s3cret@one,two:x/hooley'])(
    'a secret in a wrong setting is not repeated (%#)',
    (url) => expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^((?!s3cret).)*$/),
  )

  test('a database may have several hosts, replicas, and a pooler in front', () => {
    const urls = {
      databaseUrl: 'postgres://u:p@one:5432,two:5432/hooley',
      databaseReplicaUrl: 'postgres://u:p@three,four/hooley',
      databaseDirectUrl: 'postgres://u:p@one:5433/hooley',
    }
    expect(readConfig({ DATABASE_URL: urls.databaseUrl })).toMatchObject({
      databaseUrl: urls.databaseUrl,
      databasePooler: 'none',
      databaseReplicaUrl: undefined,
      databaseDirectUrl: undefined,
    })
    const env = {
      DATABASE_URL: urls.databaseUrl,
      DATABASE_REPLICA_URL: urls.databaseReplicaUrl,
      DATABASE_DIRECT_URL: urls.databaseDirectUrl,
      DATABASE_POOLER: 'transaction',
    }
    expect(readConfig(env)).toMatchObject({ ...urls, databasePooler: 'transaction' })
  })

  test('pictures on S3 are in us-east-1 unless another region is named', () => {
    const env = { S3_BUCKET: 'posters', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig(env).s3?.region).toBe('us-east-1')
    expect(readConfig({ ...env, S3_REGION: 'eu-west-1' }).s3?.region).toBe('eu-west-1')
  })

  test('features are switched on by name, or all at once', () => {
    expect([...readConfig({ FEATURES: 'sharing' }).features]).toEqual(['sharing'])
    expect([...readConfig({ FEATURES: 'all' }).features]).toEqual([...FEATURE_NAMES])
  })

  test('one worker is what every instance is', () => {
    expect(() => readConfig({ WORKERS: '1' })).not.toThrow()
    expect(() => readConfig({ WORKERS: '2' })).toThrow('instance for each core')
  })

  test('a cache in front is off unless asked for', () => {
    expect(readConfig({}).edgeCache).toBe(false)
    expect(readConfig({ EDGE_CACHE: 'on' }).edgeCache).toBe(true)
  })

  test('in production a start with demo accounts or without a public address is refused', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://events.example.org' }
    expect(() => readConfig(production)).not.toThrow()
    expect(() => readConfig({ ...production, DEMO: 'on' })).toThrow(/^DEMO=on .*\.$/)
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be set .*\.$/)
  })

  test('what harms others is said at the start, and on one machine nothing is', () => {
    const advice = (env: Record<string, string>) =>
      adviceOn(readConfig(env)).map((sentence) => sentence.split(/[ :=]/)[0])
    const database = 'postgres://u:p@db/hooley'
    const real = {
      DATABASE_URL: database,
      PUBLIC_URL: 'https://events.example.org',
      SMTP_URL: 'smtp://m',
      TRUST_PROXY: '1',
    }
    expect(advice({})).toEqual([])
    expect(advice(real)).toEqual([])
    expect(advice({ ...real, TRUST_PROXY: 'off' })).toEqual([])
    expect(advice({ ...real, TRUST_PROXY: '' })).toEqual(['PUBLIC_URL'])
    expect(advice({ ...real, SMTP_URL: '' })).toEqual(['SMTP_URL'])
    expect(advice({ ...real, DEMO: 'on' })).toEqual(['DEMO'])
    expect(advice({ HOST: '0.0.0.0' })).toEqual(['Demo', 'PUBLIC_URL'])
  })

  test('.env.example lists every setting with its meaning', () => {
    const source = readFileSync('server/config.ts', 'utf8')
    const settings = new Set(source.match(/(?<=['.])[A-Z][A-Z0-9]*(_[A-Z0-9]+)*(?=['\s|),?;])/g))
    const example = readFileSync('.env.example', 'utf8')
    expect(settings.size).toBeGreaterThan(20)
    for (const setting of settings) expect(example).toMatch(new RegExp(`^${setting}=.*# .+`, 'm'))
  })
})
