import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, Ref, pageOf } from '#contract/shapes.ts'
import { DEPTH_PARTS, vitalNames } from './events.ts'

export const rangeNames = ['today', 'yesterday', '7d', '30d', '90d', '12m', 'all', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

export const sourceNames = ['direct', 'internal', 'search', 'social', 'mail', 'assistant', 'campaign', 'link'] as const
export type SourceName = (typeof sourceNames)[number]

export type DeviceName = 'desktop' | 'phone' | 'tablet' | 'television'

export const pageKinds = [
  'home',
  'story',
  'topic',
  'list',
  'profile',
  'search',
  'membership',
  'sign-in',
  'other',
] as const
export type PageKind = (typeof pageKinds)[number]

/** What figures are counted by. */
export const dimensions = [
  'story',
  'path',
  'page',
  'source',
  'referrer',
  'campaign',
  'device',
  'language',
  'country',
  'search',
  'search-empty',
  'share',
] as const
export type Dimension = (typeof dimensions)[number]

const Day = z.iso.date()

/** Days are in UTC. `custom` needs both days, which are included. */
export const RangeQuery = z.object({
  range: z.enum(rangeNames).default('30d'),
  from: Day.optional(),
  to: Day.optional(),
})
export type RangeQuery = z.infer<typeof RangeQuery>

/** The period that an answer is about, and the one before it, of the same length. Null when there is none. */
export const Period = z.object({
  range: z.enum(rangeNames),
  from: Day,
  to: Day,
  /** How long each point of a series is. */
  step: z.enum(['hour', 'day', 'week', 'month']),
  before: z.object({ from: Day, to: Day }).nullable(),
  /** Everything received until then is counted. */
  countedUntil: z.iso.datetime(),
})
export type Period = z.infer<typeof Period>

export const Totals = z.object({
  views: z.int(),
  /** Each visitor counts once a day. */
  visitors: z.int(),
  reads: z.int(),
})
export type Totals = z.infer<typeof Totals>

/** `at` is the start of the hour, day, week or month. */
export const Point = Totals.extend({ at: z.string() })
export type Point = z.infer<typeof Point>

export const DayFigures = Totals.extend({ day: Day })
export type DayFigures = z.infer<typeof DayFigures>

/** Something that happened, to be marked on a chart. */
export const Annotation = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['published', 'featured', 'mailed']),
  title: z.string(),
  /** The address part of the story, or null if it has none any more. */
  ref: z.string().nullable(),
})
export type Annotation = z.infer<typeof Annotation>

/** One value of a dimension. */
export const Figure = Totals.extend({
  value: z.string(),
  /** The name of a story, page, language or country; the value itself elsewhere. */
  name: z.string(),
  /** The story’s address part, where the value is a story that still exists. */
  ref: z.string().nullable(),
  /** Views in the period before. */
  viewsBefore: z.int().nullable(),
})
export type Figure = z.infer<typeof Figure>

export const Overview = z.object({
  period: Period,
  totals: Totals,
  totalsBefore: Totals.nullable(),
  series: z.array(Point),
  seriesBefore: z.array(Point),
  annotations: z.array(Annotation),
})
export type Overview = z.infer<typeof Overview>

export const FunnelStep = z.object({
  step: z.enum(['visit', 'story', 'plans', 'checkout', 'member']),
  visitors: z.int(),
})
export type FunnelStep = z.infer<typeof FunnelStep>

/** People who signed up in one week, and how many of them came back in each week since. */
export const Cohort = z.object({ week: Day, people: z.int(), active: z.array(z.int()) })
export type Cohort = z.infer<typeof Cohort>

export const VitalFigure = z.object({
  page: z.enum(pageKinds),
  name: z.enum(vitalNames),
  p75: z.number(),
  samples: z.int(),
})
export type VitalFigure = z.infer<typeof VitalFigure>

export const LiveFigures = z.object({
  /** Visitors in the last five minutes. */
  visitors: z.int(),
  pages: z.array(z.object({ path: z.string(), title: z.string().nullable(), visitors: z.int() })),
})
export type LiveFigures = z.infer<typeof LiveFigures>

/** What else readers of a story did in the period. */
const StoryActions = z.object({
  likes: z.int(),
  responses: z.int(),
  shares: z.int(),
  /** New followers of its authors who followed from the page of the story. */
  followers: z.int(),
  /** Berries that readers gave. */
  berries: z.int(),
})

/** How many views reached a part of the text, of which `percent` is the end. At 0 are all views. */
export const DepthFigure = z.object({ percent: z.int(), views: z.int() })
export type DepthFigure = z.infer<typeof DepthFigure>

/** In minor units, by currency: what the reads of members have earned so far. */
const StoryEarnings = z.array(z.object({ currency: z.string(), amount: z.int() }))

export const StoryFigures = Overview.extend({
  story: z.object({
    id: Id,
    title: z.string(),
    ref: z.string().nullable(),
    language: z.string().nullable(),
    publishedAt: z.iso.datetime().nullable(),
    authors: z.array(z.string()),
  }),
  actions: StoryActions,
  /** Null for someone who is not an author of the story. */
  earnings: StoryEarnings.nullable(),
  /** How many views reached each part of the text; the first item is all views. */
  depth: z.array(z.int()).length(DEPTH_PARTS + 1),
  sources: z.array(Figure),
  referrers: z.array(Figure),
  devices: z.array(Figure),
  languages: z.array(Figure),
  countries: z.array(Figure),
  /** The rendered text, for the retention curve. */
  html: z.string(),
})
export type StoryFigures = z.infer<typeof StoryFigures>

export const OwnFigures = Overview.extend({
  /** Of the author’s stories: visitors are counted for each story. */
  followers: z.int(),
  berries: z.int(),
  earnings: StoryEarnings,
  stories: z.array(
    Totals.extend({ id: Id, title: z.string(), ref: z.string().nullable(), publishedAt: z.iso.datetime().nullable() }),
  ),
})
export type OwnFigures = z.infer<typeof OwnFigures>

export const PageFigures = z.object({
  period: Period,
  /** Whose pages they are: public pages of everyone, the viewer’s own stories, or all pages. */
  of: z.enum(['public', 'own', 'all']),
  totals: Totals,
  pages: z.array(Figure),
})
export type PageFigures = z.infer<typeof PageFigures>

export const analyticsEndpoints = {
  'GET /api/admin/analytics': {
    access: 'admin',
    says: 'Returns the totals and the series of the whole site for a period, beside the period before.',
    query: RangeQuery,
    reply: Overview,
  },
  'GET /api/admin/analytics/days': {
    access: 'admin',
    says: 'Lists the totals of the whole site for each day of a period.',
    query: RangeQuery,
    reply: z.array(DayFigures),
  },
  'GET /api/admin/analytics/live': {
    access: 'admin',
    says: 'Returns the visitors of the last five minutes and what they look at.',
    reply: LiveFigures,
  },
  'GET /api/admin/analytics/figures/{dimension}': {
    access: 'admin',
    says: 'Lists the values of a dimension, such as sources or search terms, by views. `before` is the cursor of the next page.',
    params: z.object({ dimension: z.enum(dimensions) }),
    query: RangeQuery.extend({
      /** Holds a value, such as a path. */
      before: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    reply: pageOf(Figure),
  },
  'GET /api/admin/analytics/funnel': {
    access: 'admin',
    says: 'Counts the visitors who took each step from a visit to a membership.',
    query: RangeQuery,
    reply: z.array(FunnelStep),
  },
  'GET /api/admin/analytics/cohorts': {
    access: 'admin',
    says: 'Returns, for each week of sign-ups, how many people came back in each week since.',
    reply: z.array(Cohort),
  },
  'GET /api/admin/analytics/vitals': {
    access: 'admin',
    says: 'Returns the 75th percentile of each web vital by kind of page.',
    query: RangeQuery,
    reply: z.array(VitalFigure),
  },
  'GET /api/analytics/stories/{ref}': {
    access: 'reader',
    says: 'Returns the figures of a story for its authors, editors and admins.',
    params: z.object({ ref: Ref }),
    query: RangeQuery,
    reply: StoryFigures,
  },
  'GET /api/analytics/stories/{ref}/days': {
    access: 'reader',
    says: 'Lists the totals of a story for each day of a period, for its authors, editors and admins.',
    params: z.object({ ref: Ref }),
    query: RangeQuery,
    reply: z.array(DayFigures),
  },
  'GET /api/analytics/stories/{ref}/depth': {
    access: 'reader',
    says: 'Counts the views that reached each part of a story, for its authors, editors and admins.',
    params: z.object({ ref: Ref }),
    query: RangeQuery,
    reply: z.array(DepthFigure),
  },
  'GET /api/analytics/own': {
    access: 'reader',
    says: 'Returns the figures of the viewer’s stories.',
    query: RangeQuery,
    reply: OwnFigures,
  },
  'GET /api/analytics/pages': {
    access: 'anyone',
    says: 'Lists the pages with most views: public pages for everyone, own stories for authors, all pages for admins.',
    query: RangeQuery.extend({ of: z.enum(['public', 'own', 'all']).optional() }),
    reply: PageFigures,
  },
} satisfies EndpointTable
