import type {
  DayFigures,
  DepthFigure,
  Figure,
  OwnFigures,
  PageFigures,
  RangeQuery,
  StoryFigures,
} from '#contract/analytics/analytics.ts'
import { DEPTH_PARTS } from '#contract/analytics/limits.ts'
import type { Received } from '#contract/endpoints.ts'
import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { htmlWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { sumOwnEarnings } from '#server/earnings/own-earnings.ts'
import type { EstimateMonths } from '#server/earnings/revenue.ts'
import { getPeriod } from './period.ts'
import { depthOf, totalsByStory, totalsOf, valuesOf } from './queries.ts'
import { figuresOf, getOverview, listDays } from './site-figures.ts'
import {
  actionsOf,
  berriesOf,
  followersGained,
  namesOfPages,
  ownStories,
  pagesOfStories,
  storyForFigures,
} from './story-queries.ts'

type Needs = Pick<Ctx<Viewer>, 'db' | 'now' | 'viewer' | 'site'>

const LISTED = 10
const MAX_PAGES = 100
const PUBLIC_PAGES = 20

/** For the authors of the story, and once it was published for editors and admins. Others are told that it does not exist. */
async function findStory({ db, viewer }: Pick<Needs, 'db' | 'viewer'>, ref: string) {
  const story = await storyForFigures(db, ref)
  const isAuthor = story?.authorIds.includes(viewer.id) ?? false
  if (!story || !(isAuthor || (story.publishedAt && hasRole(viewer, 'editor')))) throw new Refusal('not-found')
  return { story, isAuthor }
}

export async function getStoryFigures(
  ctx: Needs,
  ref: string,
  query: RangeQuery,
  estimate: EstimateMonths,
): Promise<StoryFigures> {
  const { db, site } = ctx
  const { story, isAuthor } = await findStory(ctx, ref)
  const period = await getPeriod(ctx, query)
  const { id } = story
  const list = async (dimension: 'source' | 'referrer' | 'device' | 'language' | 'country') =>
    (await figuresOf(ctx, id, period, { dimension, limit: LISTED })).items
  const [overview, actions, earnings, depth, sources, referrers, devices, languages, countries] = await Promise.all([
    getOverview(ctx, { kind: 'stories', ids: [id] }, period),
    actionsOf(db, id, period),
    isAuthor ? sumOwnEarnings(ctx, [id], period, estimate) : null,
    depthOf(db, id, period),
    list('source'),
    list('referrer'),
    list('device'),
    list('language'),
    list('country'),
  ])
  return {
    ...overview,
    story: {
      id,
      title: story.title,
      ref: story.state === 'published' ? story.slug : null,
      language: story.language,
      publishedAt: story.publishedAt?.toISOString() ?? null,
      authors: story.authors,
    },
    actions,
    earnings,
    depth: [overview.totals.views, ...depth],
    sources,
    referrers,
    devices,
    languages,
    countries,
    html: htmlWithBase(site.base, story.html + story.membersHtml),
  }
}

export async function listStoryDays(ctx: Needs, ref: string, query: RangeQuery): Promise<DayFigures[]> {
  const { story } = await findStory(ctx, ref)
  return listDays(ctx, { kind: 'stories', ids: [story.id] }, query)
}

export async function listStoryDepth(ctx: Needs, ref: string, query: RangeQuery): Promise<DepthFigure[]> {
  const { story } = await findStory(ctx, ref)
  const period = await getPeriod(ctx, query)
  const [{ views }, depth] = await Promise.all([
    totalsOf(ctx.db, { kind: 'stories', ids: [story.id] }, period),
    depthOf(ctx.db, story.id, period),
  ])
  return [views, ...depth].map((reached, part) => ({ percent: (part * 100) / DEPTH_PARTS, views: reached }))
}

export async function getOwnFigures(ctx: Needs, query: RangeQuery, estimate: EstimateMonths): Promise<OwnFigures> {
  const { db, viewer } = ctx
  const period = await getPeriod(ctx, query)
  const stories = await ownStories(db, viewer.id)
  const ids = stories.map(({ id }) => id)
  const [overview, byStory, followers, berries, earnings] = await Promise.all([
    getOverview(ctx, { kind: 'stories', ids }, period),
    totalsByStory(db, ids, period),
    followersGained(db, viewer.id, period),
    berriesOf(db, viewer.id, period),
    sumOwnEarnings(ctx, null, period, estimate),
  ])
  return {
    ...overview,
    followers,
    berries,
    earnings,
    stories: stories.map(({ id, title, slug, state, publishedAt }) => ({
      id,
      title,
      ref: state === 'published' ? slug : null,
      publishedAt: publishedAt?.toISOString() ?? null,
      ...(byStory.get(id) ?? { views: 0, visitors: 0, reads: 0 }),
    })),
  }
}

type PagesQuery = Received<'GET /api/analytics/pages'>['query']

/** Visitors see the public top pages, authors also those of their own stories, admins all. */
export async function getPageFigures(
  { db, now, viewer, addCacheTags }: Pick<Ctx, 'db' | 'now' | 'viewer' | 'addCacheTags'>,
  { of, ...query }: PagesQuery,
): Promise<PageFigures> {
  const asked = of ?? defaultPages(viewer)
  if (asked === 'all' && !hasRole(viewer, 'admin')) throw new Refusal(viewer ? 'not-allowed' : 'sign-in-needed')
  if (asked === 'own' && !viewer) throw new Refusal('sign-in-needed')
  addCacheTags('page-views')
  const period = await getPeriod({ db, now }, query)
  if (asked === 'own' && viewer) return { period, of: asked, ...(await ownPages(db, viewer, period)) }
  const [totals, { shown }] = await Promise.all([
    totalsOf(db, { kind: 'site' }, period),
    valuesOf(db, '', period, { dimension: 'path', limit: MAX_PAGES }),
  ])
  const named = await namesOfPages(
    db,
    shown.map(({ value }) => value),
  )
  const pages = shown.map((row): Figure => {
    const { name = row.value, ref = null } = named.get(row.value) ?? {}
    return { ...row, name, ref, viewsBefore: null }
  })
  if (asked === 'all') return { period, of: asked, totals, pages }
  // Browsers may report any path, and a story may not be public any more.
  const open = pages.filter(({ value }) => named.has(value)).slice(0, PUBLIC_PAGES)
  addCacheTags(...open.flatMap(({ value }) => named.get(value)?.tag ?? []))
  return { period, of: asked, totals, pages: open }
}

function defaultPages(viewer: Viewer | null): PageFigures['of'] {
  if (hasRole(viewer, 'admin')) return 'all'
  return hasRole(viewer, 'author') ? 'own' : 'public'
}

async function ownPages(db: Ctx['db'], viewer: Viewer, period: { from: string; to: string }) {
  const ids = (await ownStories(db, viewer.id)).map(({ id }) => id)
  const [totals, pages] = await Promise.all([
    totalsOf(db, { kind: 'stories', ids }, period),
    pagesOfStories(db, ids, period),
  ])
  return { totals, pages }
}
