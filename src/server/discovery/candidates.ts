import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { isPublished, newestStoriesBy, publishedArticles } from '#server/stories/published.ts'
import type { Candidate } from './rank-candidates.ts'
import { listMutedOrBlocked } from './muted-or-blocked.ts'

const LIMITS = { person: 5, category: 40, tag: 40, story: 6, author: 5, trending: 40, new: 20 }
const MAX_BY_FOLLOWED = 80
const RECENT_READINGS = 12

/** Each source is one indexed query. */
export async function findCandidates(ctx: Ctx, personId: string): Promise<Candidate[]> {
  const sources = await Promise.all([
    byFollowedPeople(ctx, personId),
    inFollowedCategories(ctx, personId),
    withFollowedTags(ctx, personId),
    relatedToRead(ctx, personId),
    byAuthorsRead(ctx, personId),
    trending(ctx),
    newest(ctx),
  ])
  const all = sources.flat()
  const ids = [...new Set(all.map(({ id }) => id))]
  const [finished, own] = await Promise.all([finishedBy(ctx, personId, ids), coAuthoredBy(ctx, personId, ids)])
  const excludedAuthors = new Set([personId, ...(await listMutedOrBlocked(ctx.db, personId))])
  return all.filter(({ id, authorId }) => !excludedAuthors.has(authorId) && !finished.has(id) && !own.has(id))
}

/** Includes stories co-authored by followed people. */
function byFollowedPeople({ db }: Ctx, personId: string) {
  const each = { before: null, limit: LIMITS.person }
  const newestFollowed = db
    .selectFrom('follow')
    .innerJoinLateral(
      () => newestStoriesBy(db, sql.ref<string>('follow.followedId'), each).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'follow.followedId'])
    .where('follow.followerId', '=', personId)
    .orderBy('found.publishedAt', 'desc')
    .limit(sql.lit(MAX_BY_FOLLOWED))
  return db
    .selectFrom(newestFollowed.as('given'))
    .innerJoin('person', 'person.id', 'given.followedId')
    .innerJoin('article', 'article.id', 'given.id')
    .innerJoin('storyRank', 'storyRank.articleId', 'given.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat', 'person.name'])
    .execute()
    .then((rows) => rows.map((row) => toCandidate('person', row)))
}

function inFollowedCategories({ db }: Ctx, personId: string) {
  return db
    .selectFrom('topicFollow')
    .innerJoin('category', 'category.id', 'topicFollow.categoryId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('storyRank')
          .select(['articleId', 'heat'])
          .whereRef('storyRank.categoryId', '=', 'topicFollow.categoryId')
          .orderBy('heat', 'desc')
          .limit(sql.lit(LIMITS.category))
          .as('hot'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'hot.articleId')
    .select(['article.id', 'article.authorId', 'hot.heat', 'category.name'])
    .where('topicFollow.personId', '=', personId)
    .where(isPublished())
    .execute()
    .then((rows) => rows.map((row) => toCandidate('topic', row)))
}

function withFollowedTags({ db }: Ctx, personId: string) {
  return db
    .selectFrom('topicFollow')
    .innerJoin('tag', 'tag.id', 'topicFollow.tagId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('articleTag')
          .innerJoin('storyRank', 'storyRank.articleId', 'articleTag.articleId')
          .select(['storyRank.articleId', 'storyRank.heat'])
          .whereRef('articleTag.tagId', '=', 'topicFollow.tagId')
          .orderBy('storyRank.heat', 'desc')
          .limit(sql.lit(LIMITS.tag))
          .as('hot'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'hot.articleId')
    .select(['article.id', 'article.authorId', 'hot.heat', 'tag.name'])
    .where('topicFollow.personId', '=', personId)
    .where(isPublished())
    .execute()
    .then((rows) => rows.map((row) => toCandidate('topic', row)))
}

function relatedToRead({ db }: Ctx, personId: string) {
  return db
    .selectFrom(recentReadings(db, personId).as('read'))
    .innerJoin('article as source', 'source.id', 'read.articleId')
    .innerJoin('relatedStory', 'relatedStory.articleId', 'read.articleId')
    .innerJoin('article', 'article.id', 'relatedStory.otherId')
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat', 'source.title as name'])
    .where('relatedStory.position', '<', sql.lit(LIMITS.story))
    .where(isPublished())
    .execute()
    .then((rows) => rows.map((row) => toCandidate('story', row)))
}

function byAuthorsRead({ db }: Ctx, personId: string) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom(recentReadings(db, personId).as('read'))
        .innerJoin('article as source', 'source.id', 'read.articleId')
        .select('source.authorId')
        .distinct()
        .as('writer'),
    )
    .innerJoin('person', 'person.id', 'writer.authorId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('article')
          .select('article.id')
          .whereRef('article.authorId', '=', 'writer.authorId')
          .where(isPublished())
          .orderBy('article.publishedAt', 'desc')
          .limit(sql.lit(LIMITS.author))
          .as('own'),
      (join) => join.onTrue(),
    )
    .innerJoin('storyRank', 'storyRank.articleId', 'own.id')
    .select(['own.id', 'writer.authorId', 'storyRank.heat', 'person.name'])
    .execute()
    .then((rows) => rows.map((row) => toCandidate('author', row)))
}

function recentReadings(db: Ctx['db'], personId: string) {
  return (
    db
      .selectFrom('reading')
      .select('reading.articleId')
      .where('reading.personId', '=', personId)
      // A story that was only opened was not read.
      .where((eb) => eb.or([eb('reading.progress', '>', 0), eb('reading.finishedAt', 'is not', null)]))
      .orderBy('reading.readAt', 'desc')
      .limit(sql.lit(RECENT_READINGS))
  )
}

function trending({ db }: Ctx) {
  return ranked(db)
    .orderBy('storyRank.heat', 'desc')
    .limit(sql.lit(LIMITS.trending))
    .execute()
    .then((rows) => rows.map((row) => toCandidate('trending', { ...row, name: '' })))
}

function newest({ db }: Ctx) {
  return ranked(db)
    .orderBy('article.publishedAt', 'desc')
    .limit(sql.lit(LIMITS.new))
    .execute()
    .then((rows) => rows.map((row) => toCandidate('new', { ...row, name: '' })))
}

function ranked(db: Ctx['db']) {
  return publishedArticles(db)
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat'])
}

/** Stories only started may still be recommended. */
async function finishedBy({ db }: Ctx, personId: string, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('reading')
    .select('articleId')
    .where('personId', '=', personId)
    .where('articleId', 'in', ids)
    .where('finishedAt', 'is not', null)
    .execute()
  return new Set(rows.map(({ articleId }) => articleId))
}

async function coAuthoredBy({ db }: Ctx, personId: string, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select('articleId')
    .where('personId', '=', personId)
    .where('articleId', 'in', ids)
    .execute()
  return new Set(rows.map(({ articleId }) => articleId))
}

type Row = { id: string; authorId: string; heat: number; name: string }

function toCandidate(kind: Candidate['why']['kind'], { id, authorId, heat, name }: Row): Candidate {
  return { id, authorId, popularity: heat, why: { kind, name } }
}
