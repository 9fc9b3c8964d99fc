import type { Picture } from '#contract/shapes.ts'
import { Refusal } from '#contract/errors.ts'
import { pictureUrl, siteUrl, storyUrl, urlOf } from '#server/syndication/site-urls.ts'
import { resolvePerson } from '#server/people/profiles.ts'
import { htmlWithBase, pictureWithBase } from '#server/platform/base-url.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { visibleText } from '#server/reading/paywall.ts'
import { requireFeature } from '#server/settings/features.ts'
import { getSite } from '#server/settings/site.ts'
import { escapeXml } from '#server/syndication/xml-text.ts'
import { categoryBySlug, tagBySlug } from '#server/stories/topics.ts'
import { type FeedFilter, coAuthorsOfStories, newestWithText, tagsOfStories } from './queries.ts'

const MAX_STORIES = 25

export type FeedSubject = { kind: 'site' } | { kind: 'category' | 'tag' | 'person'; ref: string }

type FeedPerson = { name: string; address: string; avatar: string | null }
export type FeedStory = {
  /** Does not change with the slug. */
  id: string
  address: string
  title: string
  summary: string
  /** The public text, with absolute URLs. */
  html: string
  language: string
  picture: string | null
  publishedAt: Date
  updatedAt: Date
  authors: FeedPerson[]
  topics: { slug: string; name: string }[]
}
export type Feed = {
  title: string
  description: string
  /** The HTML page with the same stories, and the URL prefix of the three files. */
  address: string
  folder: string
  icon: string
  updatedAt: Date
  stories: FeedStory[]
}

/** The category or tag has another slug now. */
export class FeedMoved extends Error {
  readonly slug: string

  constructor(slug: string) {
    super(`feed moved to ${slug}`)
    this.name = 'FeedMoved'
    this.slug = slug
  }
}

/** Builds the format-independent feed. Members' stories contain only their public preview. */
export async function buildFeed(ctx: Ctx, of: FeedSubject): Promise<Feed> {
  const { db, addCacheTags, site } = ctx
  const settings = await getSite(ctx)
  requireFeature(settings, 'feeds')
  const subject = await subjectOf(ctx, of)
  const rows = await newestWithText(db, subject.filter, MAX_STORIES)
  const ids = rows.map(({ id }) => id)
  const [tags, coAuthors] =
    ids.length > 0 ? await Promise.all([tagsOfStories(db, ids), coAuthorsOfStories(db, ids)]) : [[], []]
  addCacheTags(subject.list, ...ids.map((id) => `article:${id}` as const))
  addCacheTags(...tags.map(({ slug }) => `tag:${slug}` as const))
  addCacheTags(
    ...rows.map(({ authorId }) => `person:${authorId}` as const),
    ...coAuthors.map(({ id }) => `person:${id}` as const),
  )
  const stories = rows.map((row): FeedStory => {
    const address = storyUrl(site, row.slug)
    const category = row.categorySlug && row.categoryName ? [{ slug: row.categorySlug, name: row.categoryName }] : []
    const cover = pictureWithBase(site.base, row.cover)
    const author = { handle: row.authorHandle, name: row.authorName, avatar: row.authorAvatar }
    return {
      id: urlOf(site, `story/${row.id}`),
      address,
      title: row.title || 'Untitled',
      summary: row.subtitle || row.excerpt,
      html: portableHtml(site, address, { html: visibleText(null, row, []).html, cover }),
      language: row.language,
      picture: cover && pictureUrl(site, cover.src),
      publishedAt: row.publishedAt,
      updatedAt: row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt,
      authors: [author, ...coAuthors.filter(({ articleId }) => articleId === row.id)].map((one) =>
        presentPerson(site, one),
      ),
      topics: [...category, ...tags.filter(({ articleId }) => articleId === row.id)],
    }
  })
  const newest = stories.map(({ updatedAt }) => updatedAt.getTime())
  return {
    title: subject.name ? `${subject.name} · ${settings.name}` : settings.name,
    description: subject.about || settings.tagline || settings.name,
    address: urlOf(site, subject.path),
    folder: urlOf(site, subject.path).replace(/(?<!\/)$/, '/'),
    icon: urlOf(site, 'icon-512.png'),
    // A fixed date, so that an empty feed does not change.
    updatedAt: new Date(newest.length > 0 ? Math.max(...newest) : 0),
    stories,
  }
}

type Subject = { name: string; about: string; path: string; filter: FeedFilter; list: CacheTag }

/** An unknown subject is `not-found`, not an empty feed. */
async function subjectOf(ctx: Ctx, of: FeedSubject): Promise<Subject> {
  if (of.kind === 'site') return { name: '', about: '', path: '/', filter: {}, list: 'stories' }
  if (of.kind === 'person') {
    const { id, name, about, handle } = await resolvePerson(ctx, of.ref)
    ctx.addCacheTags(`person:${id}`)
    return { name, about, path: `/user/${handle}`, filter: { authorId: id }, list: `stories:author:${id}` }
  }
  if (of.kind === 'category') {
    const row = await categoryBySlug(ctx.db, of.ref)
    if (!row) throw new Refusal('not-found')
    if (row.slug !== of.ref.toLowerCase()) throw new FeedMoved(row.slug)
    return {
      name: row.name,
      about: row.description,
      path: `/category/${encodeURIComponent(row.slug)}`,
      filter: { categoryId: row.id },
      list: `stories:category:${row.id}`,
    }
  }
  const row = await tagBySlug(ctx.db, of.ref)
  if (!row) throw new Refusal('not-found')
  if (row.slug !== of.ref.toLowerCase()) throw new FeedMoved(row.slug)
  ctx.addCacheTags(`tag:${row.slug}`)
  const path = `/tag/${encodeURIComponent(row.slug)}`
  return { name: row.name, about: '', path, filter: { tagId: row.id }, list: `stories:tag:${row.id}` }
}

function presentPerson(site: SiteConfig, person: { handle: string; name: string; avatar: Picture | null }): FeedPerson {
  const avatar = pictureWithBase(site.base, person.avatar)
  return {
    name: person.name,
    address: urlOf(site, `user/${person.handle}`),
    avatar: avatar && pictureUrl(site, avatar.src),
  }
}

/** A story's HTML for feed readers: with the cover first and absolute URLs. */
function portableHtml(site: SiteConfig, address: string, { html, cover }: { html: string; cover: Picture | null }) {
  // Quotes in text are always escaped, so the pattern matches attributes only.
  const text = htmlWithBase(siteUrl(site), html).replaceAll(' href="#', ` href="${escapeXml(address)}#`)
  return cover ? coverFigure(site, cover) + text : text
}

function coverFigure(site: SiteConfig, { src, alt, width, height }: Picture) {
  const size = `width="${width}" height="${height}"`
  return `<figure><img src="${escapeXml(pictureUrl(site, src))}" alt="${escapeXml(alt)}" ${size}></figure>`
}
