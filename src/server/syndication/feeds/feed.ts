import type { Picture } from '#contract/shapes.ts'
import { Refusal } from '#contract/errors.ts'
import { addressOf, pictureAddress, storyAddress } from '#server/syndication/home-address.ts'
import { getProfile } from '#server/people/profiles.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { visibleText } from '#server/reading/paywall.ts'
import { site as siteSettings } from '#server/settings/site.ts'
import { elsewhere } from './elsewhere.ts'
import { type Of, categoryNamed, coAuthorsOfStories, newestWithText, tagNamed, tagsOfStories } from './queries.ts'

const MOST_STORIES = 25

export type FeedOf = { kind: 'site' } | { kind: 'category' | 'tag' | 'person'; ref: string }

export type FeedPerson = { name: string; address: string; avatar: string | null }
export type FeedStory = {
  /** Stays the same whatever the story is called. */
  id: string
  address: string
  title: string
  summary: string
  /** What a visitor may read, with whole addresses. */
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
  /** Where a person finds the same, and the folder of the three files. */
  address: string
  folder: string
  icon: string
  updatedAt: Date
  stories: FeedStory[]
}

/** What a feed tells, whichever way it is written down. Of members' stories it tells what a visitor gets. */
export async function feedOf(ctx: Ctx, of: FeedOf): Promise<Feed> {
  const { db, addCacheTags, site } = ctx
  const [settings, subject] = await Promise.all([siteSettings(ctx), subjectOf(ctx, of)])
  const rows = await newestWithText(db, subject.of, MOST_STORIES)
  const ids = rows.map(({ id }) => id)
  const [tags, coAuthors] =
    ids.length > 0 ? await Promise.all([tagsOfStories(db, ids), coAuthorsOfStories(db, ids)]) : [[], []]
  addCacheTags('latest', ...ids.map((id) => `article:${id}`))
  addCacheTags(...rows.map(({ authorId }) => `person:${authorId}`), ...coAuthors.map(({ id }) => `person:${id}`))
  const stories = rows.map((row): FeedStory => {
    const address = storyAddress(site, row.slug)
    const category = row.categorySlug && row.categoryName ? [{ slug: row.categorySlug, name: row.categoryName }] : []
    const cover = pictureAt(site.base, row.cover)
    const author = { handle: row.authorHandle, name: row.authorName, avatar: row.authorAvatar }
    return {
      id: addressOf(site, `story/${row.id}`),
      address,
      title: row.title || 'Untitled',
      summary: row.subtitle || row.excerpt,
      html: elsewhere(site, address, { html: visibleText(null, row, []).html, cover }),
      language: row.language,
      picture: cover && pictureAddress(site, cover.src),
      publishedAt: row.publishedAt,
      updatedAt: row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt,
      authors: [author, ...coAuthors.filter(({ articleId }) => articleId === row.id)].map((one) => person(site, one)),
      topics: [...category, ...tags.filter(({ articleId }) => articleId === row.id)],
    }
  })
  const newest = stories.map(({ updatedAt }) => updatedAt.getTime())
  return {
    title: subject.name ? `${subject.name} · ${settings.name}` : settings.name,
    description: subject.about || settings.tagline || settings.name,
    address: addressOf(site, subject.path),
    folder: addressOf(site, subject.path).replace(/(?<!\/)$/, '/'),
    icon: addressOf(site, 'icon-512.png'),
    // Nothing has happened yet: the same moment every time, so that an empty feed is unchanged.
    updatedAt: new Date(newest.length > 0 ? Math.max(...newest) : 0),
    stories,
  }
}

type Subject = { name: string; about: string; path: string; of: Of }

/** Whose or what stories they are; what does not exist is not found, rather than empty. */
async function subjectOf(ctx: Ctx, of: FeedOf): Promise<Subject> {
  if (of.kind === 'site') return { name: '', about: '', path: '/', of: {} }
  if (of.kind === 'person') {
    const { id, name, about, handle } = await getProfile(ctx, of.ref)
    return { name, about, path: `/user/${handle}`, of: { authorId: id } }
  }
  ctx.addCacheTags('categories')
  if (of.kind === 'category') {
    const row = await categoryNamed(ctx.db, of.ref)
    if (!row) throw new Refusal('not-found')
    return {
      ...row,
      about: row.description,
      path: `/category/${encodeURIComponent(row.slug)}`,
      of: { categoryId: row.id },
    }
  }
  const row = await tagNamed(ctx.db, of.ref)
  if (!row) throw new Refusal('not-found')
  return { name: row.name, about: '', path: `/tag/${encodeURIComponent(row.slug)}`, of: { tagId: row.id } }
}

function person(site: SiteConfig, who: { handle: string; name: string; avatar: Picture | null }): FeedPerson {
  const avatar = pictureAt(site.base, who.avatar)
  return {
    name: who.name,
    address: addressOf(site, `user/${who.handle}`),
    avatar: avatar && pictureAddress(site, avatar.src),
  }
}
