import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.site).toEqual({ origin: 'http://localhost:3000', base: '/', mode: 'history', iconHosts: [] })
  expect(config.database).toMatchObject({ kind: 'embedded' })
  expect(config.demo).toBe(true)
})

test('every problem is reported at once, with its variable', () => {
  const wrong = {
    PORT: 'eighty',
    SITE_URL: 'ftp://x',
    ROUTER_MODE: 'magic',
    DATABASE_URL: 'mysql://x',
    BASE_URL: 'stories',
  }
  const problems = (() => {
    try {
      readConfig(wrong)
      return ''
    } catch (error) {
      return String(error)
    }
  })()
  for (const name of Object.keys(wrong)) expect(problems).toContain(`${name}:`)
  expect(problems).toContain('docs/configuration.md')
})

test('a bare KEY= means unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).database.kind).toBe('embedded')
})

test('the base address always ends with a slash', () => {
  expect(readConfig({ BASE_URL: '/stories' }).site.base).toBe('/stories/')
  expect(readConfig({ BASE_URL: '/stories/' }).site.base).toBe('/stories/')
})

test('limits are relaxed on a loopback address only', () => {
  expect(readConfig({ RELAX_LIMITS: '1' }).limits.relaxed).toBe(true)
  expect(readConfig({ RELAX_LIMITS: '1', SITE_URL: 'http://127.0.0.1:8080' }).limits.relaxed).toBe(true)
  expect(() => readConfig({ RELAX_LIMITS: '1', SITE_URL: 'https://example.com' })).toThrow('RELAX_LIMITS')
})

test('a proxy is trusted by yes, by a number of hops, or by its address', () => {
  expect(readConfig({ TRUST_PROXY: 'yes' }).listen.trustProxy).toBe(true)
  expect(readConfig({ TRUST_PROXY: '1' }).listen.trustProxy).toBe(1)
  expect(readConfig({}).listen.trustProxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' }).listen.trustProxy).toBe('10.0.0.0/8')
})

test('without sign-in variables, all methods are offered and the site issues its own tokens', () => {
  const { identity, mail, admin } = readConfig({ SITE_URL: 'https://stories.example' })
  expect(identity).toEqual({
    projectId: 'bramble',
    issuer: 'https://stories.example',
    jwksUrl: null,
    authorizedParty: null,
    service: null,
    apiKey: null,
    authorizedDomains: ['stories.example'],
    policy: { minLength: 6, maxLength: 4096, lowercase: false, uppercase: false, numeric: false, symbol: false },
    sessionMs: 90 * 24 * 3_600_000,
    protectEmails: true,
    methods: ['password', 'email-link', 'anonymous', 'passkey'],
    providers: [],
  })
  expect(mail).toEqual({ url: null, from: null, defaultFrom: 'Bramble <no-reply@stories.example>' })
  expect(admin).toBeNull()
})

test('sign-in and mail variables are read', () => {
  const provider = { id: 'oidc.x', name: 'X', issuer: 'https://id.example', clientId: 'c' }
  const { identity, mail, admin } = readConfig({
    IDENTITY_PROJECT: 'my-project',
    IDENTITY_ISSUER: 'https://securetoken.google.com/my-project',
    IDENTITY_JWKS_URL: 'https://keys.example/jwks',
    IDENTITY_API_KEY: 'key',
    IDENTITY_PROVIDERS: JSON.stringify([provider]),
    AUTHORIZED_DOMAINS: 'app.example, other.example',
    SIGN_IN_METHODS: 'password passkey',
    PROTECT_EMAILS: 'no',
    SESSION_MAX_DAYS: '7',
    PASSWORD_MIN_LENGTH: '10',
    PASSWORD_REQUIRE: 'numeric,symbol',
    SMTP_URL: 'smtps://user:pass@mail.example',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'long enough, and a 1',
  })
  expect(identity).toMatchObject({
    projectId: 'my-project',
    issuer: 'https://securetoken.google.com/my-project',
    jwksUrl: 'https://keys.example/jwks',
    apiKey: 'key',
    authorizedDomains: ['localhost', '127.0.0.1', 'app.example', 'other.example'],
    methods: ['password', 'passkey'],
    protectEmails: false,
    sessionMs: 7 * 24 * 3_600_000,
    policy: { minLength: 10, numeric: true, symbol: true, uppercase: false },
    providers: [{ ...provider, clientSecret: null, scopes: ['openid', 'email', 'profile'] }],
  })
  expect(mail).toEqual({
    url: 'smtps://user:pass@mail.example',
    from: null,
    defaultFrom: 'Bramble <no-reply@localhost>',
  })
  expect(admin).toEqual({ email: 'ada@example.com', password: 'long enough, and a 1' })
})

test('external services are used with their issuer, keys and party, and without sign-in methods here', () => {
  const { identity, storage, dataUrl } = readConfig({
    SITE_URL: 'https://stories.example',
    IDENTITY_URL: 'https://home.example/blog',
    STORAGE_URL: 'https://files.example',
    DATA_URL: 'https://data.example/',
  })
  expect(identity).toMatchObject({
    issuer: 'https://home.example',
    jwksUrl: 'https://home.example/blog/.well-known/jwks.json',
    authorizedParty: 'https://stories.example',
    service: { url: 'https://home.example/blog/', apiKey: 'bramble' },
    methods: [],
    providers: [],
  })
  expect([storage.serviceUrl, dataUrl]).toEqual(['https://files.example/', 'https://data.example/'])
  expect(() => readConfig({ STORAGE_URL: 'https://files.example' })).toThrow('STORAGE_URL: requires IDENTITY_URL')
  const issuer = { IDENTITY_ISSUER: 'https://issuer.example', IDENTITY_JWKS_URL: 'https://issuer.example/keys' }
  const both = () => readConfig({ IDENTITY_URL: 'https://home.example', ...issuer })
  expect(both).toThrow('IDENTITY_ISSUER: not used with IDENTITY_URL, which must be another Bramble site')
  expect(both).toThrow('IDENTITY_JWKS_URL: not used with IDENTITY_URL')
  const admin = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'long enough' }
  expect(() => readConfig({ IDENTITY_URL: 'https://home.example', ...admin })).toThrow('ADMIN_EMAIL: not used')
})

test.each([
  ['IDENTITY_PROJECT', 'My Project'],
  ['IDENTITY_URL', 'not an address'],
  ['IDENTITY_JWKS_URL', 'not an address'],
  ['IDENTITY_PROVIDERS', '{'],
  ['IDENTITY_PROVIDERS', '[{"id":"oidc.x"}]'],
  ['IDENTITY_PROVIDERS', '[{"id":"X","name":"X","issuer":"ftp://x","clientId":""}]'],
  ['SIGN_IN_METHODS', 'password,magic'],
  ['PROTECT_EMAILS', 'maybe'],
  ['PASSWORD_MIN_LENGTH', '3'],
  ['PASSWORD_REQUIRE', 'emoji'],
  ['SMTP_URL', 'https://mail.example'],
  ['ADMIN_EMAIL', 'nobody'],
  ['SESSION_MAX_DAYS', '0'],
  ['ENCRYPTION_KEY', 'too short'],
  ['ENCRYPTION_KEY', `${'A'.repeat(43)}=,short`],
])('%s=%s is reported as invalid', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

test('encryption keys come from the environment, the current one first, or from a file', () => {
  const [now, before] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const keys = `${now.toString('base64')}, ${before.toString('base64url')}`
  expect(readConfig({ ENCRYPTION_KEY: keys }).encryption).toEqual({ kind: 'given', keys: [now, before] })
  const path = expect.stringMatching(/[/\\]somewhere[/\\]encryption-key$/)
  expect(readConfig({ DATA_DIR: '/somewhere' }).encryption).toEqual({ kind: 'file', path })
})

test('variables that depend on each other are required together', () => {
  const problems = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return []
    } catch (error) {
      return [...String(error).matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    }
  }
  expect(problems({ IDENTITY_ISSUER: 'https://x.example' })).toEqual(['IDENTITY_JWKS_URL'])
  expect(problems({ IDENTITY_JWKS_URL: 'https://x.example' })).toEqual(['IDENTITY_ISSUER'])
  expect(problems({ ADMIN_EMAIL: 'ada@example.com' })).toEqual(['ADMIN_PASSWORD'])
  expect(problems({ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'x' })).toEqual(['ADMIN_PASSWORD'])
  const all = {
    RELAX_LIMITS: '1',
    SITE_URL: 'https://example.com',
    IDENTITY_ISSUER: 'https://x.example',
    ADMIN_PASSWORD: 'long enough',
  }
  expect(problems(all)).toEqual(['RELAX_LIMITS', 'IDENTITY_JWKS_URL', 'ADMIN_EMAIL'])
})

test('Stripe needs both secrets, and another address only on a loopback site', () => {
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(readConfig({}).payments).toEqual({ kind: 'test' })
  expect(readConfig(secrets).payments).toMatchObject({ kind: 'stripe', secretKey: 'sk_test_1', apiUrl: null })
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('STRIPE_WEBHOOK_SECRET')
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow('STRIPE_SECRET_KEY')
  const elsewhere = { ...secrets, SITE_URL: 'https://example.com', STRIPE_API_URL: 'http://127.0.0.1:1' }
  expect(() => readConfig(elsewhere)).toThrow('STRIPE_API_URL')
})
