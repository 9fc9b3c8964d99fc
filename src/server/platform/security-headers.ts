import { embedOrigins } from '#contract/document/embeds.ts'
import type { Services } from '#contract/firebase/services.ts'
import type { SiteConfig } from './site-config.ts'

/** Of the outside analytics service. */
const measurement = {
  script: ['https://www.googletagmanager.com'],
  receivers: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
}

type Options = {
  development: boolean
  services: Services
  /** The site uses the outside analytics service, for readers who allow it. */
  measures: boolean
}

/** Sent with every response. Inline scripts are blocked. */
export function securityHeaders(
  site: SiteConfig,
  { development, services, measures }: Options,
): Record<string, string> {
  const iconOrigins = site.iconHosts.map((host) => new URL(host).origin)
  const { identity, storage, data } = services
  const originsOf = (...urls: (string | undefined | null)[]) => [
    ...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : []))),
  ]
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(measures ? measurement.script : [])],
    // The development server injects style elements; the built site has none.
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    // Sizes and focal points are style attributes, which cannot run code.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...originsOf(storage), ...(measures ? measurement.receivers : [])],
    'font-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...iconOrigins,
      ...originsOf(identity?.url, storage, data?.url),
      ...(measures ? measurement.receivers : []),
      ...(development ? ['ws:'] : []),
    ],
    // On every page, because client-side navigation reaches a story without loading a new document.
    'frame-src': ["'self'", ...embedOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  const https = site.origin.startsWith('https:')
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
