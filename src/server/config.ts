import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { SiteConfig } from './platform/site-config.ts'

const yesNo = z.enum(['0', '1', 'no', 'yes', 'false', 'true']).transform((word) => ['1', 'yes', 'true'].includes(word))
const address = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

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
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  DEMO: yesNo.default(true),
  TRUST_PROXY: z.string().default('no').transform(trust),
  PAGE_CACHE_MB: z.coerce.number().min(0).max(65536).default(64),
  ICON_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(address))
    .default([]),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_FILE: z.string().optional(),
  RELAX_LIMITS: yesNo.default(false),
})

export type Config = ReturnType<typeof readConfig>

/** Reads everything once, names every problem at once, and never runs half-configured. */
export function readConfig(env: Record<string, string | undefined>) {
  // A bare `KEY=` in a compose file means unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))

  const e = parsed.data
  const url = e.SITE_URL ?? new URL(`http://localhost:${e.PORT}`)
  if (e.RELAX_LIMITS && !isLoopback(url.hostname)) {
    throw new ConfigError(['RELAX_LIMITS: only for a site on a loopback address, and SITE_URL is not one'])
  }
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
    database: e.DATABASE_URL
      ? { kind: 'external' as const, url: e.DATABASE_URL, prepare: e.DATABASE_PREPARE }
      : { kind: 'embedded' as const, dataDir: e.DATA_DIR, prepare: true },
    dataDir: e.DATA_DIR,
    demo: e.DEMO,
    pageCache: { maxBytes: e.PAGE_CACHE_MB * 1024 * 1024 },
    limits: { relaxed: e.RELAX_LIMITS },
    log: { level: e.LOG_LEVEL, file: e.LOG_FILE ?? null },
    folders: { migrations: resolve('migrations'), demo: resolve('demo') },
  }
}

/** `yes` believes every proxy, a number that many of the nearest, anything else is a list of their addresses. */
function trust(text: string): boolean | number | string {
  if (/^\d+$/.test(text)) return Number(text)
  if (text === 'yes' || text === 'true') return true
  return text === 'no' || text === 'false' ? false : text
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nSee docs/configuration.md.`)
    this.name = 'ConfigError'
  }
}

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
