import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { writeCountryDatabase } from '#test/country-database.ts'
import { aDataFolder } from '#test/data-folder.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { aBrowser, createChance } from '#test/traffic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import {
  type Dimension,
  type Figure,
  type FunnelStep,
  type LiveFigures,
  type Overview,
  type OwnFigures,
  type PageFigures,
  type StoryFigures,
  type Totals,
  type VitalFigure,
  dimensions,
  pageKinds,
} from '#contract/analytics/analytics.ts'
import { type AnalyticsEvent, DEPTH_PARTS, shareChannels, vitalNames } from '#contract/analytics/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { closeMonths } from './close-months.ts'
import { processBatches } from './process-batches.ts'
import { listEventDays } from './partitions.ts'
import { recomputeDay } from './recompute.ts'

// A month of traffic whose figures are known, sent by the queue of the real worker to the real server. The truth is counted
// here, from what the browsers did, and shares no code with the server.

const FIRST = '2026-03-01'
const LAST = '2026-03-31'
const DAYS = 31
const BROWSERS = 28

/** What a browser did, as the figures should have it. */
type Deed = {
  at: number
  day: string
  visitor: string
  kind: AnalyticsEvent['kind']
  path: string
  page: string
  story: string | null
  source: string
  referrer: string
  campaign: string
  device: string
  language: string
  country: string
  /** The term, the channel, the step, the name of a web vital. */
  name: string
  /** The results of a search, the value of a web vital. */
  value: number
  parts: number[]
}

const networks = [
  { network: '203.0.113.0', bits: 24, country: 'CH', address: (n: number) => `203.0.113.${n}` },
  { network: '198.51.100.0', bits: 24, country: 'NO', address: (n: number) => `198.51.100.${n}` },
  { network: '2001:db8:1::', bits: 48, country: 'JP', address: (n: number) => `2001:db8:1:${n}::7` },
  { network: '', bits: 0, country: '', address: (n: number) => `192.0.2.${n}` },
]
const agents = [
  { device: 'desktop', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  {
    device: 'desktop',
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15',
  },
  {
    device: 'phone',
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  },
  {
    device: 'phone',
    agent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36',
  },
  { device: 'tablet', agent: 'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/141.0 Safari/537.36' },
]
const spoken = [
  { languages: 'de-CH,de;q=0.9,en;q=0.5', language: 'de' },
  { languages: 'en-GB,en;q=0.9', language: 'en' },
  { languages: 'ar', language: 'ar' },
  { languages: '*', language: '' },
]
const origins = [
  { given: { referrer: '' }, source: 'direct', referrer: '', campaign: '' },
  { given: { referrer: 'localhost:3000' }, source: 'internal', referrer: '', campaign: '' },
  { given: { referrer: 'www.google.de' }, source: 'search', referrer: 'google.de', campaign: '' },
  { given: { referrer: 'duckduckgo.com' }, source: 'search', referrer: 'duckduckgo.com', campaign: '' },
  { given: { referrer: 'news.ycombinator.com' }, source: 'social', referrer: 'news.ycombinator.com', campaign: '' },
  { given: { referrer: 'mail.google.com' }, source: 'mail', referrer: 'mail.google.com', campaign: '' },
  { given: { referrer: 'chatgpt.com' }, source: 'assistant', referrer: 'chatgpt.com', campaign: '' },
  { given: { referrer: 'A-Neighbour.example' }, source: 'link', referrer: 'a-neighbour.example', campaign: '' },
  {
    given: { referrer: '', utm: { source: 'Letter', medium: 'email', campaign: 'March' } },
    source: 'mail',
    referrer: 'letter',
    campaign: 'March',
  },
  {
    given: { referrer: 'x.com', utm: { source: 'poster', campaign: 'spring' } },
    source: 'campaign',
    referrer: 'poster',
    campaign: 'spring',
  },
]
const otherPages = [
  { path: '/', page: 'home' },
  { path: '/latest', page: 'list' },
  { path: '/tag/hedges', page: 'topic' },
  { path: '/user/ada', page: 'profile' },
  { path: '/about', page: 'other' },
]
const terms = ['hedge', 'wild garlic', 'größe', 'مرحبا', 'nothing like this']

const chance = createChance(20_260_301)
const deeds: Deed[] = []
let time = Date.parse(`${FIRST}T00:00:00Z`)
const now = () => new Date(time)

let ctx: Ctx
let lostAnswers = 0
let asAdmin: Call
let asAuthor: Call
let asVisitor: Call
type Story = Awaited<ReturnType<typeof anArticle>> & { author: string }
const stories: Story[] = []

const browsers = Array.from({ length: BROWSERS }, (_, index) => {
  const { address, country } = networks[index % networks.length] ?? chance.oneOf(networks)
  // Two browsers behind each address, which are two visitors.
  return {
    ...chance.oneOf(spoken),
    ...(agents[index % agents.length] ?? chance.oneOf(agents)),
    country,
    address: address(Math.floor(index / 8) + 1),
  }
})
const visitorOf = ({ address, agent }: (typeof browsers)[number]) => `${address} ${agent}`

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** What one visit of a browser sends, which it also writes down as the truth. */
function aVisit(browser: (typeof browsers)[number], start: number) {
  const { device, language, country } = browser
  const events: AnalyticsEvent[] = []
  let at = start
  for (let pages = 1 + chance.below(3); pages > 0; pages -= 1) {
    const story = chance.happens(0.7) ? chance.oneOf(stories) : null
    const { path, page } = story ? { path: `/story/${story.slug}`, page: 'story' } : chance.oneOf(otherPages)
    const { given, ...origin } = chance.oneOf(origins)
    const none = { name: '', value: 0, parts: [] }
    const record = (details: object, deed: Partial<Deed> & Pick<Deed, 'kind'>) => {
      at += 1000 + chance.below(20_000)
      const common = { id: newId(), at, path, ...(story && { story: story.id }) }
      events.push({ ...common, kind: deed.kind, ...details } as AnalyticsEvent)
      const where = {
        at,
        day: isoDay(at),
        visitor: visitorOf(browser),
        path,
        page,
        story: story?.id ?? null,
        device,
        language,
        country,
      }
      deeds.push({ ...where, ...origin, ...none, ...deed })
    }
    record(given, { kind: 'view' })
    if (story) {
      let seen = 0
      while (seen < DEPTH_PARTS && chance.happens(0.8)) {
        const to = Math.min(DEPTH_PARTS, seen + 1 + chance.below(8))
        const parts = Array.from({ length: to - seen }, (_, index) => seen + index + 1)
        record({ from: seen, to }, { kind: 'progress', parts })
        seen = to
      }
      if (seen === DEPTH_PARTS) record(given, { kind: 'read' })
      if (chance.happens(0.1)) record({}, { kind: 'follow' })
    }
    if (chance.happens(0.1)) {
      const channel = chance.oneOf(shareChannels)
      record({ channel }, { kind: 'share', name: channel })
    }
    if (chance.happens(0.15)) {
      const term = chance.oneOf(terms)
      const results = term === 'nothing like this' ? 0 : chance.below(4)
      record({ term, results }, { kind: 'search', name: term, value: results })
    }
    for (const step of ['plans', 'checkout', 'member'] as const) {
      if (!chance.happens(0.3)) break
      record({ step }, { kind: 'step', name: step })
    }
    if (chance.happens(0.05)) record({}, { kind: 'sign-up' })
    for (const name of vitalNames) {
      const value = name === 'CLS' ? chance.below(400) / 1000 : 20 + chance.below(5000)
      record({ name, value }, { kind: 'vital', name, value })
    }
  }
  return events
}

/** Sends the month. Browsers lose answers, are offline for days, and have their worker stopped. */
async function sendMonth(url: string) {
  const running = browsers.map((kind) => ({ kind, ...aBrowser(url, kind, now), offlineUntil: 0 }))
  const robot = aBrowser(
    url,
    { address: '192.0.2.99', agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)', languages: '' },
    now,
  )
  const optedOut = { ...agents[0], address: '192.0.2.98', languages: 'en', agent: agents[0]?.agent ?? '' }
  const silent = aBrowser(url, { ...optedOut, headers: { dnt: '1' } }, now)
  for (let day = 0; day < DAYS; day += 1) {
    const midnight = Date.parse(FIRST) + day * DAY_MS
    for (const [from, to] of [
      [0, 11],
      [11, 24],
    ] as const) {
      time = midnight + to * HOUR_MS - 1000
      await Promise.all(
        running.map(async (browser, index) => {
          const isOffline = browser.offlineUntil > time
          browser.setNetwork(isOffline ? 'fails' : chance.happens(0.1) ? 'loses answers' : 'works')
          const start = midnight + from * HOUR_MS + chance.below((to - from) * HOUR_MS - HOUR_MS)
          const events = chance.happens(0.6) ? aVisit(browser.kind, start) : []
          // For whole days: who is offline at the end of a day counts as two visitors of that day.
          if (!isOffline && to === 24 && day < DAYS - 5 && chance.happens(0.04))
            browser.offlineUntil = midnight + (2 + chance.below(3)) * DAY_MS
          await browser.send(events)
          if (index % 7 === day % 7) browser.restart()
          if (isOffline) return
          browser.setNetwork('works')
          await browser.retry()
        }),
      )
      const at = time - 1000
      for (const unseen of [robot, silent]) await unseen.send([{ id: newId(), at, path: '/latest', kind: 'view' }])
      while (await processBatches(ctx));
    }
  }
  lostAnswers = running.reduce((sum, browser) => sum + browser.lostAnswers(), 0)
}

beforeAll(async () => {
  const database = await aDatabase()
  const countries = join(await aDataFolder(), 'countries.mmdb')
  await writeCountryDatabase(
    countries,
    networks.filter(({ country }) => country !== ''),
  )
  const env = { TRUST_PROXY: 'yes', COUNTRY_DATABASE: countries }
  const app = await anApp(database, env, now)
  ctx = app.ctx
  const admin = await aPerson(database.db, 'admin')
  const authors = [await aPerson(database.db, 'author'), await aPerson(database.db, 'author')]
  for (let index = 0; index < 6; index += 1) {
    const author = authors[index % 2]
    if (author)
      stories.push({ ...(await anArticle(database.db, author.id, { publishedAt: now() })), author: author.id })
  }
  await sendMonth(app.url)
  asAdmin = await clientOf(app, admin)
  asAuthor = await clientOf(app, authors[0] ?? admin)
  asVisitor = await clientOf(app, null)
}, 120_000)

const month = `range=custom&from=${FIRST}&to=${LAST}`
const dayOf = ({ day }: Deed) => day
const viewed = () => deeds.filter(({ kind }) => kind === 'view' || kind === 'read')

/** What the figures of these deeds are. Each visitor counts once a day. */
function totalsOf(counted: readonly Deed[]): Totals {
  const seen = counted.filter(({ kind }) => kind !== 'read')
  return {
    views: seen.length,
    visitors: new Set(seen.map((deed) => `${dayOf(deed)} ${deed.visitor}`)).size,
    reads: counted.length - seen.length,
  }
}

function groupBy(counted: readonly Deed[], keyOf: (deed: Deed) => string | null) {
  const groups: Record<string, Deed[]> = {}
  for (const deed of counted) {
    const key = keyOf(deed)
    if (key !== null) (groups[key] ??= []).push(deed)
  }
  return Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, totalsOf(group)]))
}

const filled = (keyOf: (deed: Deed) => string) => (deed: Deed) => keyOf(deed) || null
const ofKind = (kind: Deed['kind'], isCounted = (_deed: Deed) => true) =>
  deeds.filter((deed) => deed.kind === kind && isCounted(deed))

const truths: Record<Dimension, () => Record<string, Totals>> = {
  'story': () => groupBy(viewed(), ({ story }) => story),
  'path': () => groupBy(viewed(), ({ path }) => path),
  'page': () => groupBy(viewed(), ({ page }) => page),
  'source': () => groupBy(viewed(), ({ source }) => source),
  'referrer': () =>
    groupBy(
      viewed(),
      filled(({ referrer }) => referrer),
    ),
  'campaign': () =>
    groupBy(
      viewed(),
      filled(({ campaign }) => campaign),
    ),
  'device': () => groupBy(viewed(), ({ device }) => device),
  'language': () => groupBy(viewed(), ({ language }) => language),
  'country': () =>
    groupBy(
      viewed(),
      filled(({ country }) => country),
    ),
  'search': () => groupBy(ofKind('search'), ({ name }) => name),
  'search-empty': () =>
    groupBy(
      ofKind('search', ({ value }) => value === 0),
      ({ name }) => name,
    ),
  'share': () => groupBy(ofKind('share'), ({ name }) => name),
}

const byValue = (figures: readonly Figure[]) =>
  Object.fromEntries(figures.map(({ value, views, visitors, reads }) => [value, { views, visitors, reads }]))
const bodyOf = async <Body>(call: Call, path: string) => (await call(`GET ${path}`)).body as unknown as Body

/** All pages of a list. */
async function allFigures(dimension: Dimension, query: string, limit: number) {
  const items: Figure[] = []
  let before: string | null = null
  do {
    const place: string = before === null ? '' : `&before=${encodeURIComponent(before)}`
    const path = `/api/admin/analytics/figures/${dimension}?${query}&limit=${limit}${place}`
    const page: { items: Figure[]; next: string | null } = await bodyOf(asAdmin, path)
    items.push(...page.items)
    before = page.next
  } while (before !== null)
  return items
}

test('the traffic has what it is meant to test', async () => {
  expect(deeds.length).toBeGreaterThan(10_000)
  expect(lostAnswers).toBeGreaterThan(50)
  for (const [dimension, truth] of Object.entries(truths))
    expect([dimension, Object.keys(truth()).length]).not.toEqual([dimension, 0])
  expect(ofKind('read').length).toBeGreaterThan(100)
  expect(await listEventDays(ctx.db)).toHaveLength(DAYS)
})

describe.each([
  ['as counted', async () => {}],
  [
    'computed again from the events',
    async () => {
      for (const day of await listEventDays(ctx.db)) await recomputeDay(ctx, day)
    },
  ],
  ['read by the month', () => closeMonths({ db: ctx.db, now: () => new Date('2026-04-09T00:00:00Z') })],
])('the figures %s', (_name, prepare) => {
  beforeAll(prepare)

  test('of the site', async () => {
    const overview = await bodyOf<Overview>(asAdmin, `/api/admin/analytics?${month}`)
    expect(overview.totals).toEqual(totalsOf(viewed()))
    expect(overview.totalsBefore).toEqual({ views: 0, visitors: 0, reads: 0 })
    expect(overview.series).toEqual(seriesOf(viewed(), dayOf))
    expect(overview.annotations.filter(({ kind }) => kind === 'published')).toHaveLength(stories.length)
    expect(Date.parse(overview.period.countedUntil)).toBe(time)
  })

  test('of the site, beside the period before', async () => {
    const week = (from: string, to: string) => viewed().filter((deed) => dayOf(deed) >= from && dayOf(deed) <= to)
    const overview = await bodyOf<Overview>(asAdmin, '/api/admin/analytics?range=7d')
    expect(overview.totals).toEqual(totalsOf(week('2026-03-25', '2026-03-31')))
    expect(overview.totalsBefore).toEqual(totalsOf(week('2026-03-18', '2026-03-24')))
    expect(overview.seriesBefore.map(({ at }) => at)).toEqual(overview.series.map(({ at }) => addWeek(at, -1)))
    const sources = await allFigures('source', 'range=7d', 100)
    const before = groupBy(week('2026-03-18', '2026-03-24'), ({ source }) => source)
    expect(sources.map(({ value, viewsBefore }) => [value, viewsBefore])).toEqual(
      sources.map(({ value }) => [value, before[value]?.views ?? 0]),
    )
  })

  test.each(['2026-03-31', '2026-03-30', '2026-03-09'])('of %s by hour', async (day) => {
    const range = { '2026-03-31': 'today', '2026-03-30': 'yesterday' }[day] ?? `custom&from=${day}&to=${day}`
    const hourOf = ({ at }: Deed) => `${new Date(at).toISOString().slice(0, 13)}:00:00.000Z`
    const ofDay = viewed().filter((deed) => dayOf(deed) === day)
    const site = await bodyOf<Overview>(asAdmin, `/api/admin/analytics?range=${range}`)
    expect(site.series.filter(({ views, reads }) => views + reads > 0)).toEqual(seriesOf(ofDay, hourOf))
    const [story] = stories
    const one = await bodyOf<Overview>(asAdmin, `/api/analytics/stories/${story?.id}?range=${range}`)
    expect(one.series.filter(({ views, reads }) => views + reads > 0)).toEqual(
      seriesOf(
        ofDay.filter((deed) => deed.story === story?.id),
        hourOf,
      ),
    )
  })

  test.each([
    ['week', 'range=12m'],
    ['month', 'range=custom&from=2024-01-01&to=2026-12-31'],
  ])('by %s', async (step, range) => {
    const monday = ({ at }: Deed) => {
      const day = new Date(at)
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
      return day.toISOString().slice(0, 10)
    }
    const { period, series } = await bodyOf<Overview>(asAdmin, `/api/admin/analytics?${range}`)
    expect(period.step).toBe(step)
    expect(series.filter(({ views }) => views > 0)).toEqual(seriesOf(viewed(), step === 'week' ? monday : () => FIRST))
  })

  test.each(dimensions)('by %s', async (dimension) => {
    const figures = await allFigures(dimension, month, 100)
    expect(byValue(figures)).toEqual(truths[dimension]())
    expect(figures.map(({ views }) => views)).toEqual(figures.map(({ views }) => views).toSorted((a, b) => b - a))
    expect(await allFigures(dimension, month, 3)).toEqual(figures)
  })

  test('of the funnel', async () => {
    const funnel = await bodyOf<FunnelStep[]>(asAdmin, `/api/admin/analytics/funnel?${month}`)
    const visitors = (counted: Deed[]) => totalsOf(counted).visitors
    expect(funnel).toEqual([
      { step: 'visit', visitors: visitors(viewed()) },
      { step: 'story', visitors: visitors(viewed().filter(({ story }) => story !== null)) },
      ...(['plans', 'checkout', 'member'] as const).map((step) => ({
        step,
        visitors: visitors(ofKind('step', ({ name }) => name === step)),
      })),
    ])
  })

  test('of web vitals, at most 2 % too high', async () => {
    const figures = await bodyOf<VitalFigure[]>(asAdmin, `/api/admin/analytics/vitals?${month}`)
    expect(figures).toHaveLength(new Set(ofKind('vital').map(({ page, name }) => `${page} ${name}`)).size)
    for (const { page, name, p75, samples } of figures) {
      expect(pageKinds).toContain(page)
      const values = ofKind('vital', (deed) => deed.page === page && deed.name === name).map(({ value }) => value)
      const exact = values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN
      expect(samples).toBe(values.length)
      expect(p75).toBeGreaterThanOrEqual(exact - 1e-9)
      expect(p75).toBeLessThanOrEqual(Math.max(exact * 1.02, 0.001) + 1e-9)
    }
  })

  test('of each story', async () => {
    for (const { id, author } of stories) {
      const figures = await bodyOf<StoryFigures>(asAdmin, `/api/analytics/stories/${id}?${month}`)
      const own = viewed().filter(({ story }) => story === id)
      const done = (kind: Deed['kind']) => ofKind(kind, ({ story }) => story === id)
      expect(figures.totals).toEqual(totalsOf(own))
      expect(figures.series).toEqual(seriesOf(own, dayOf, true))
      expect(byValue(figures.sources)).toEqual(groupBy(own, ({ source }) => source))
      expect(byValue(figures.referrers)).toEqual(
        groupBy(
          own,
          filled(({ referrer }) => referrer),
        ),
      )
      expect(byValue(figures.devices)).toEqual(groupBy(own, ({ device }) => device))
      expect(byValue(figures.languages)).toEqual(groupBy(own, ({ language }) => language))
      expect(byValue(figures.countries)).toEqual(
        groupBy(
          own,
          filled(({ country }) => country),
        ),
      )
      expect(figures.depth).toEqual([
        figures.totals.views,
        ...Array.from(
          { length: DEPTH_PARTS },
          (_, index) => done('progress').filter(({ parts }) => parts.includes(index + 1)).length,
        ),
      ])
      expect(figures.actions).toMatchObject({ shares: done('share').length, followers: done('follow').length })
      const answer = await asAuthor(`GET /api/analytics/stories/${id}?${month}`)
      expect(answer.status).toBe(author === stories[0]?.author ? 200 : 404)
    }
  })

  test('of an author', async () => {
    const figures = await bodyOf<OwnFigures>(asAuthor, `/api/analytics/own?${month}`)
    const own = stories.filter(({ author }) => author === stories[0]?.author)
    const ofStory = (id: string) => viewed().filter(({ story }) => story === id)
    const sum = (name: keyof Totals) => own.reduce((total, { id }) => total + totalsOf(ofStory(id))[name], 0)
    expect(figures.totals).toEqual({ views: sum('views'), visitors: sum('visitors'), reads: sum('reads') })
    expect(figures.series.map(({ views }) => views)).toEqual(
      seriesOf(
        own.flatMap(({ id }) => ofStory(id)),
        dayOf,
        true,
      ).map(({ views }) => views),
    )
    expect(
      Object.fromEntries(figures.stories.map(({ id, views, visitors, reads }) => [id, { views, visitors, reads }])),
    ).toEqual(Object.fromEntries(own.map(({ id }) => [id, totalsOf(ofStory(id))])))
  })

  test('of pages, to each who may see them', async () => {
    const pages = async (call: Call, of: string) => bodyOf<PageFigures>(call, `/api/analytics/pages?${month}&of=${of}`)
    const all = await pages(asAdmin, 'all')
    expect(all.totals).toEqual(totalsOf(viewed()))
    expect(byValue(all.pages)).toEqual(truths.path())
    const own = await pages(asAuthor, 'own')
    const paths = new Set(
      stories.filter(({ author }) => author === stories[0]?.author).map(({ slug }) => `/story/${slug}`),
    )
    expect(byValue(own.pages)).toEqual(groupBy(viewed(), ({ path }) => (paths.has(path) ? path : null)))
    const shown = await pages(asVisitor, 'public')
    expect(byValue(shown.pages)).toEqual(groupBy(viewed(), ({ path }) => (isPublic(path) ? path : null)))
  })
})

test('visitors who are here now', async () => {
  time = Date.parse(`${LAST}T23:59:59Z`)
  const since = time - 5 * MINUTE_MS
  const here = new Map(
    deeds.filter(({ at, kind }) => at >= since && kind !== 'vital').map((deed) => [deed.visitor, deed]),
  )
  expect((await bodyOf<LiveFigures>(asAdmin, '/api/admin/analytics/live')).visitors).toBe(here.size)
})

/** Only steps with figures, unless `every` day is wanted. */
function seriesOf(counted: readonly Deed[], stepOf: (deed: Deed) => string, every = false) {
  const found = groupBy(counted, stepOf)
  const days = Array.from({ length: DAYS }, (_, index) => isoDay(Date.parse(FIRST) + index * DAY_MS))
  const steps = every ? days : Object.keys(found).toSorted()
  return steps.map((at) => ({ at, ...(found[at] ?? { views: 0, visitors: 0, reads: 0 }) }))
}

/** There is no such tag, and readers' profiles are not listed. */
function isPublic(path: string) {
  return path !== '/tag/hedges' && path !== '/user/ada'
}

function addWeek(day: string, weeks: number) {
  return isoDay(Date.parse(day) + weeks * 7 * DAY_MS)
}
