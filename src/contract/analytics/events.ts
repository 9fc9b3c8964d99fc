import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id } from '#contract/shapes.ts'
import { DEPTH_PARTS, MAX_BATCH } from './limits.ts'

export * from './limits.ts'

export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

export const membershipSteps = ['plans', 'checkout', 'member'] as const
export type MembershipStep = (typeof membershipSteps)[number]

export const shareChannels = [
  'copy',
  'native',
  'email',
  'x',
  'facebook',
  'linkedin',
  'mastodon',
  'bluesky',
  'other',
] as const
export type ShareChannel = (typeof shareChannels)[number]

/** What every event says. */
const Common = z.object({
  /** Made by the browser, so that an event that is sent twice counts once. */
  id: Id,
  /** By the clock of the browser, in milliseconds. */
  at: z.int().min(0),
  /** The path of the page without its base path, query and fragment. */
  path: z.string().min(1).max(300).startsWith('/'),
  /** The story that the page shows. */
  story: Id.optional(),
})

/** Where the reader came from. Sent with the view and with the read that belongs to it. */
const Origin = z.object({
  /** The host of the referring page; empty when there is none. */
  referrer: z.string().max(200).optional(),
  /** `utm_source`, `utm_medium` and `utm_campaign`. */
  utm: z
    .object({ source: z.string().max(100), medium: z.string().max(100), campaign: z.string().max(100) })
    .partial()
    .optional(),
})

const Depth = z.int().min(0).max(DEPTH_PARTS)

export const AnalyticsEvent = z.discriminatedUnion('kind', [
  Common.extend({ kind: z.literal('view'), ...Origin.shape }),
  /** The reader finished the story of the page. */
  Common.extend({ kind: z.literal('read'), story: Id, ...Origin.shape }),
  /** The reader has now seen the first `to` parts of the text, and had reported `from` of them before. */
  Common.extend({ kind: z.literal('progress'), story: Id, from: Depth, to: Depth }),
  Common.extend({ kind: z.literal('search'), term: z.string().trim().min(1).max(100), results: z.int().min(0) }),
  Common.extend({ kind: z.literal('share'), channel: z.enum(shareChannels) }),
  Common.extend({ kind: z.literal('sign-up') }),
  Common.extend({ kind: z.literal('follow') }),
  Common.extend({ kind: z.literal('step'), step: z.enum(membershipSteps) }),
  /** A Core Web Vital of the page: milliseconds, and for CLS the score. */
  Common.extend({ kind: z.literal('vital'), name: z.enum(vitalNames), value: z.number().min(0).max(600_000) }),
  /** Sent from /debug-analytics. Validated and counted, not stored. */
  Common.extend({ kind: z.literal('test') }),
])
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>
export type EventKind = AnalyticsEvent['kind']

export const AnalyticsBatch = z.object({
  /** When the batch was sent, by the clock of the browser. Corrects the times of a browser whose clock is wrong. */
  sentAt: z.int().min(0),
  events: z.array(AnalyticsEvent).min(1).max(MAX_BATCH),
})
export type AnalyticsBatch = z.infer<typeof AnalyticsBatch>

export const analyticsEventEndpoints = {
  'POST /api/analytics': {
    access: 'anyone',
    says: 'Records page views and other events. Sent by the site’s own pages; bots and readers who opted out are not counted.',
    body: AnalyticsBatch,
    limit: 'analytics',
    impersonated: 'allowed',
    bodyBytes: 64 * 1024,
    bodyAsText: true,
    reply: z.object({
      /** How many events were stored. The others were excluded, such as those of bots. */
      accepted: z.int(),
    }),
  },
} satisfies EndpointTable
