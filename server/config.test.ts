import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BUILT_FEATURES } from '../contract/features.ts'
import { readConfig } from './config.ts'

describe('settings', () => {
  test('nothing configured gives a product for this machine alone, with demo data', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demo: true,
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
    expect(signsIn({})).toBe(true)
    expect(signsIn({ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:4000' })).toBe(true)
    expect(signsIn({ HOST: '0.0.0.0' })).toBe(false)
    expect(signsIn({ PUBLIC_URL: 'https://hooley.example' })).toBe(false)
    expect(signsIn({ PUBLIC_URL: 'https://hooley.example', DEMO: 'on' })).toBe(true)
    expect(readConfig({ PUBLIC_URL: 'https://hooley.example', DEMO: 'on' }).isLocal).toBe(false)
  })

  const wrong: [setting: string, value: string][] = [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/hooley'],
    ['DATABASE_POOL', '0'],
    ['PUBLIC_URL', 'hooley.example'],
    ['SMTP_URL', 'mail.example'],
    ['REDIS_URL', 'localhost'],
    ['FEATURES', 'sharing,flying'],
    ['FEATURES', 'sharing,emailers'],
    ['FEATURES', 'all,flying'],
    ['DEMO', 'yes'],
    ['RATE_LIMITS', 'maybe'],
    ['REVIEW', 'second'],
    ['TRUST_PROXY', 'my proxy'],
    ['GOOGLE_CLIENT_SECRET', 'only-the-secret'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['S3_BUCKET', 'only-the-bucket'],
    ['S3_ENDPOINT', 'http://localhost:9000'],
    ['LOG_LEVEL', 'loud'],
    ['IMAGE_ORIGINS', 'https://a.example; script-src *'],
  ]
  test.each(wrong)('a wrong %s (%s) stops the start with one sentence that names it', (setting, value) => {
    const started = () => readConfig({ [setting]: value })
    expect(started).toThrow(setting)
    expect(started).toThrow(/^[^\n]+\.$/)
  })

  test('a secret in a wrong setting is not repeated', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:s3cret@db/hooley' })).not.toThrow(/s3cret/)
  })

  test('pictures on S3 are in us-east-1 unless another region is named', () => {
    const env = { S3_BUCKET: 'posters', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig(env).s3?.region).toBe('us-east-1')
    expect(readConfig({ ...env, S3_REGION: 'eu-west-1' }).s3?.region).toBe('eu-west-1')
  })

  test('features are switched on by name, or all at once', () => {
    expect([...readConfig({ FEATURES: 'sharing' }).features]).toEqual(['sharing'])
    expect([...readConfig({ FEATURES: 'all' }).features]).toEqual(BUILT_FEATURES)
  })

  test('.env.example lists every setting with its meaning', () => {
    const source = readFileSync('server/config.ts', 'utf8')
    const settings = new Set(source.match(/(?<=['.])[A-Z][A-Z0-9]*(_[A-Z0-9]+)*(?=['\s|),?;])/g))
    const example = readFileSync('.env.example', 'utf8')
    expect(settings.size).toBeGreaterThan(20)
    for (const setting of settings) expect(example).toMatch(new RegExp(`^${setting}=.*# .+`, 'm'))
  })
})
