import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DAY_MS, PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { signInMethods } from '#contract/identity/sign-in-methods.ts'
import { listUnmetRequirements } from './identity/password-policy.ts'
import type { PaymentConfig } from './membership/providers/open.ts'
import type { BlobConfig, StorageConfig } from './platform/blobs/blobs.ts'
import { ConfigError } from './platform/errors.ts'
import type { IdentityConfig } from './platform/identity-config.ts'
import type { MailEnvironment } from './platform/mail.ts'
import type { OutboundConfig } from './platform/outbound/fetch.ts'
import type { SiteConfig } from './platform/site-config.ts'
import { type EncryptionConfig, readKey } from './platform/secrets/keys.ts'

const MEGABYTE = 1024 * 1024
const yesNo = z.enum(['0', '1', 'no', 'yes', 'false', 'true']).transform((word) => ['1', 'yes', 'true'].includes(word))
const address = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

/** The base URL of an external service. Ends with a slash. */
const serviceAddress = address.transform(({ origin, pathname }) => origin + pathname.replace(/\/*$/, '/'))

const splitList = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((word) => word.trim())
    .filter(Boolean)

const Provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,60}$/),
  name: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).nullable().default(null),
  scopes: z.array(z.string()).default(['openid', 'email', 'profile']),
  rawNonce: z.boolean().default(false),
})

const Env = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('localhost'),
  SITE_URL: address.optional(),
  BASE_URL: z
    .string()
    .regex(/^\/([a-z0-9._~-]+\/?)*$/i, 'must be a path such as / or /stories/')
    .default('/')
    .transform((path) => (path.endsWith('/') ? path : `${path}/`)),
  ROUTER_MODE: z.enum(['history', 'hash']).default('history'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_PREPARE: yesNo.default(true),
  ENCRYPTION_KEY: z
    .string()
    .optional()
    .transform((text) => splitList(text ?? '').map(readKey))
    .refine((keys) => !keys.includes(null), 'must be 32 bytes in base64: openssl rand -base64 32'),
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  DEMO: yesNo.default(true),
  TRUST_PROXY: z.string().default('no').transform(parseTrustProxy),
  PAGE_CACHE_MB: z.coerce.number().min(0).max(65536).default(64),
  ICON_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(address))
    .default([]),
  COUNTRY_DATABASE: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANALYTICS_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'must be like G-ABCDE12345')
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_FILE: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceAddress.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SLOW_QUERY_MS: z.coerce.number().min(0).max(3_600_000).default(500),
  RELAX_LIMITS: yesNo.default(false),
  OUTSIDE_PRIVATE: yesNo.default(false),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  IDENTITY_PROJECT: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .default('bramble'),
  IDENTITY_ISSUER: z.string().min(1).optional(),
  IDENTITY_URL: serviceAddress.optional(),
  STORAGE_URL: serviceAddress.optional(),
  DATA_URL: serviceAddress.optional(),
  IDENTITY_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_API_KEY: z.string().min(1).optional(),
  IDENTITY_PROVIDERS: z.string().default('[]').transform(readJson).pipe(z.array(Provider)),
  AUTHORIZED_DOMAINS: z.string().default('').transform(splitList),
  SIGN_IN_METHODS: z
    .string()
    .default(signInMethods.join(','))
    .transform(splitList)
    .pipe(z.array(z.enum(signInMethods))),
  SESSION_MAX_DAYS: z.coerce.number().min(1).max(3650).default(90),
  PROTECT_EMAILS: yesNo.default(true),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(30).default(PASSWORD_MIN_LENGTH),
  PASSWORD_MAX_LENGTH: z.coerce.number().int().min(30).max(4096).default(4096),
  PASSWORD_REQUIRE: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.enum(['lowercase', 'uppercase', 'numeric', 'symbol']))),
  STORAGE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,60}$/)
    .default('bramble'),
  APP_CHECK: z.enum(['off', 'enforce']).default('off'),
  UPLOAD_MAX_MB: z.coerce.number().min(1).max(10_000).default(100),
  STORAGE_PERSON_MB: z.coerce.number().min(1).default(2000),
  STORAGE_SITE_MB: z.coerce.number().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: yesNo.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(320).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_API_URL: address.optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once and reports every invalid value at once. */
export function readConfig(env: Record<string, string | undefined>) {
  // A bare `KEY=` in a compose file means unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))

  const e = parsed.data
  const url = e.SITE_URL ?? new URL(`http://localhost:${e.PORT}`)
  const policy = {
    minLength: e.PASSWORD_MIN_LENGTH,
    maxLength: e.PASSWORD_MAX_LENGTH,
    lowercase: e.PASSWORD_REQUIRE.includes('lowercase'),
    uppercase: e.PASSWORD_REQUIRE.includes('uppercase'),
    numeric: e.PASSWORD_REQUIRE.includes('numeric'),
    symbol: e.PASSWORD_REQUIRE.includes('symbol'),
  }
  const problems = [
    ...(e.RELAX_LIMITS && !isLoopback(url.hostname)
      ? ['RELAX_LIMITS: only allowed when SITE_URL is a loopback address']
      : []),
    ...(e.OUTSIDE_PRIVATE && !isLoopback(url.hostname)
      ? ['OUTSIDE_PRIVATE: only allowed when SITE_URL is a loopback address']
      : []),
    ...(e.IDENTITY_ISSUER !== undefined && !e.IDENTITY_JWKS_URL
      ? ['IDENTITY_JWKS_URL: required with IDENTITY_ISSUER']
      : []),
    ...(e.IDENTITY_JWKS_URL && e.IDENTITY_ISSUER === undefined
      ? ['IDENTITY_ISSUER: required with IDENTITY_JWKS_URL']
      : []),
    ...(['IDENTITY_ISSUER', 'IDENTITY_JWKS_URL'] as const).flatMap((name) =>
      e[name] && e.IDENTITY_URL ? [`${name}: not used with IDENTITY_URL, which must be another Bramble site`] : [],
    ),
    ...(e.ADMIN_EMAIL && !e.ADMIN_PASSWORD ? ['ADMIN_PASSWORD: required with ADMIN_EMAIL'] : []),
    ...(e.ADMIN_EMAIL && e.IDENTITY_URL
      ? ['ADMIN_EMAIL: not used with IDENTITY_URL; sign in, then run `bramble user role HANDLE admin`']
      : []),
    ...(['STORAGE_URL', 'DATA_URL'] as const).flatMap((name) =>
      e[name] && !e.IDENTITY_URL ? [`${name}: requires IDENTITY_URL, because its ID tokens are sent there`] : [],
    ),
    ...(e.S3_ENDPOINT && !e.S3_BUCKET ? ['S3_BUCKET: required with S3_ENDPOINT'] : []),
    ...(e.S3_BUCKET && !e.S3_ENDPOINT ? ['S3_ENDPOINT: required with S3_BUCKET'] : []),
    ...(e.STRIPE_SECRET_KEY && !e.STRIPE_WEBHOOK_SECRET
      ? ['STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY']
      : []),
    ...(e.STRIPE_WEBHOOK_SECRET && !e.STRIPE_SECRET_KEY
      ? ['STRIPE_SECRET_KEY: required with STRIPE_WEBHOOK_SECRET']
      : []),
    ...(e.STRIPE_API_URL && !isLoopback(url.hostname)
      ? ['STRIPE_API_URL: only allowed when SITE_URL is a loopback address']
      : []),
    ...(e.ADMIN_PASSWORD && !e.ADMIN_EMAIL ? ['ADMIN_EMAIL: required with ADMIN_PASSWORD'] : []),
    ...(e.ADMIN_PASSWORD
      ? listUnmetRequirements(e.ADMIN_PASSWORD, policy).map((sentence) => `ADMIN_PASSWORD: ${sentence}`)
      : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    development: e.NODE_ENV === 'development',
    listen: { port: e.PORT, host: e.HOST, trustProxy: e.TRUST_PROXY },
    processes: e.WEB_PROCESSES ?? availableParallelism(),
    site: {
      origin: url.origin,
      base: e.BASE_URL,
      mode: e.ROUTER_MODE,
      iconHosts: e.ICON_HOSTS.map(String),
    } satisfies SiteConfig,
    identity: {
      projectId: e.IDENTITY_PROJECT,
      issuer: e.IDENTITY_ISSUER ?? (e.IDENTITY_URL ? new URL(e.IDENTITY_URL).origin : url.origin),
      jwksUrl: e.IDENTITY_JWKS_URL ?? (e.IDENTITY_URL ? `${e.IDENTITY_URL}.well-known/jwks.json` : null),
      // Issuers that are no Bramble site do not name this one in their tokens.
      authorizedParty: e.IDENTITY_URL ? url.origin : null,
      service: e.IDENTITY_URL ? { url: e.IDENTITY_URL, apiKey: e.IDENTITY_API_KEY ?? 'bramble' } : null,
      apiKey: e.IDENTITY_API_KEY ?? null,
      authorizedDomains: [
        ...new Set([
          url.hostname,
          ...(isLoopback(url.hostname) ? ['localhost', '127.0.0.1'] : []),
          ...e.AUTHORIZED_DOMAINS,
        ]),
      ],
      policy,
      sessionMs: e.SESSION_MAX_DAYS * DAY_MS,
      protectEmails: e.PROTECT_EMAILS,
      // The service has its own.
      methods: e.IDENTITY_URL ? [] : e.SIGN_IN_METHODS,
      providers: e.IDENTITY_URL ? [] : e.IDENTITY_PROVIDERS.map((one) => ({ ...one, isPublicOnly: false })),
    } satisfies IdentityConfig,
    admin: e.ADMIN_EMAIL && e.ADMIN_PASSWORD ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD } : null,
    storage: {
      bucket: e.STORAGE_BUCKET,
      uploadBytes: e.UPLOAD_MAX_MB * MEGABYTE,
      personBytes: e.STORAGE_PERSON_MB * MEGABYTE,
      siteBytes: e.STORAGE_SITE_MB === undefined ? null : e.STORAGE_SITE_MB * MEGABYTE,
      blobs: blobConfig(e),
      appCheck: e.APP_CHECK === 'enforce',
      serviceUrl: e.STORAGE_URL ?? null,
    } satisfies StorageConfig,
    dataUrl: e.DATA_URL ?? null,
    mail: {
      url: e.SMTP_URL ?? null,
      from: e.MAIL_FROM ?? null,
      defaultFrom: `Bramble <no-reply@${url.hostname}>`,
    } satisfies MailEnvironment,
    payments: paymentConfig(e),
    /** The names of the variables that are set. They win over what is stored in the database. */
    given: new Set(Object.keys(given)),
    database: e.DATABASE_URL
      ? { kind: 'external' as const, url: e.DATABASE_URL, prepare: e.DATABASE_PREPARE }
      : { kind: 'embedded' as const, dataDir: e.DATA_DIR, prepare: true },
    dataDir: e.DATA_DIR,
    encryption: encryptionConfig(e),
    demo: e.DEMO,
    /** The path of a database of addresses and their countries. */
    countryDatabase: e.COUNTRY_DATABASE ?? null,
    /** A ClickHouse database that keeps and counts events. */
    clickHouseUrl: e.CLICKHOUSE_URL ?? null,
    measurementId: e.ANALYTICS_MEASUREMENT_ID ?? null,
    pageCache: { maxBytes: e.PAGE_CACHE_MB * 1024 * 1024 },
    limits: { relaxed: e.RELAX_LIMITS },
    outbound: {
      allowPrivate: e.OUTSIDE_PRIVATE,
      agent: `Bramble (+${url.origin}${e.BASE_URL})`,
    } satisfies OutboundConfig,
    log: { level: e.LOG_LEVEL, file: e.LOG_FILE ?? null },
    metrics: { token: e.METRICS_TOKEN ?? null },
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT}v1/traces`, ratio: e.OTEL_TRACES_SAMPLER_ARG }
      : null,
    /** Slower queries are logged. Null turns the log off. */
    slowQueryMs: e.SLOW_QUERY_MS === 0 ? null : e.SLOW_QUERY_MS,
    folders: { migrations: resolve('migrations'), demo: resolve('demo') },
  }
}

function blobConfig(e: z.output<typeof Env>): BlobConfig {
  if (!e.S3_ENDPOINT || !e.S3_BUCKET) return { kind: 'folder', folder: join(e.DATA_DIR, 'objects') }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e
  return {
    kind: 's3',
    endpoint: e.S3_ENDPOINT,
    bucket: e.S3_BUCKET,
    region: e.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    pathStyle: e.S3_FORCE_PATH_STYLE,
  }
}

function paymentConfig({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  ...e
}: z.output<typeof Env>): PaymentConfig {
  if (!secretKey || !webhookSecret) return { kind: 'test' }
  return { kind: 'stripe', secretKey, webhookSecret, apiUrl: e.STRIPE_API_URL ?? null }
}

function encryptionConfig({ ENCRYPTION_KEY: keys, DATA_DIR: folder }: z.output<typeof Env>): EncryptionConfig {
  const [first, ...others] = keys.filter((key) => key !== null)
  return first ? { kind: 'given', keys: [first, ...others] } : { kind: 'file', path: join(folder, 'encryption-key') }
}

function readJson(text: string, { issues }: { issues: unknown[] }): unknown {
  try {
    return JSON.parse(text)
  } catch {
    issues.push({ code: 'custom', message: 'must be a JSON array', input: text })
    return z.NEVER
  }
}

/** `yes` trusts every proxy, a number the nearest that many, anything else is a list of proxy addresses. */
function parseTrustProxy(text: string): boolean | number | string {
  if (/^\d+$/.test(text)) return Number(text)
  if (text === 'yes' || text === 'true') return true
  return text === 'no' || text === 'false' ? false : text
}

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
