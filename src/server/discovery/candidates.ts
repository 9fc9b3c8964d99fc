import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newestStoriesBy } from '#server/stories/published.ts'
import type { Candidate } from './choose.ts'
import { unwantedBy } from './unwanted.ts'

const PUBLISHED = sql.lit<ArticleState>('published')
const EACH = { person: 5, category: 40, tag: 40, story: 6, author: 5, trending: 40, new: 20 }
/** How many of the newest stories of all the people somebody follows. */
const OF_PEOPLE = 80
/** How many of the last stories somebody read speak for others. */
const READ_LATELY = 12

/** All that speaks for being shown to somebody: each part is one query by an index. */
export async function candidatesFor(ctx: Ctx, personId: string): Promise<Candidate[]> {
  const parts = await Promise.all([
    ofPeople(ctx, personId),
    ofCategories(ctx, personId),
    ofTags(ctx, personId),
    relatedToRead(ctx, personId),
    ofAuthorsRead(ctx, personId),
    trending(ctx),
    newest(ctx),
  ])
  const all = parts.flat()
  const ids = [...new Set(all.map(({ id }) => id))]
  const [read, written] = await Promise.all([seenBy(ctx, personId, ids), writtenWith(ctx, personId, ids)])
  const without = new Set([personId, ...(await unwantedBy(ctx.db, personId))])
  return all.filter(({ id, authorId }) => !without.has(authorId) && !read.has(id) && !written.has(id))
}

/** The newest that those whom somebody follows wrote, or wrote with others. */
function ofPeople({ db }: Ctx, personId: string) {
  const each = { before: null, limit: EACH.person }
  const newestFollowed = db
    .selectFrom('follow')
    .innerJoinLateral(
      () => newestStoriesBy(db, sql.ref<string>('follow.followedId'), each).as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'follow.followedId'])
    .where('follow.followerId', '=', personId)
    .orderBy('found.publishedAt', 'desc')
    .limit(sql.lit(OF_PEOPLE))
  return db
    .selectFrom(newestFollowed.as('given'))
    .innerJoin('person', 'person.id', 'given.followedId')
    .innerJoin('article', 'article.id', 'given.id')
    .innerJoin('storyRank', 'storyRank.articleId', 'given.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat', 'person.name'])
    .execute()
    .then((rows) => rows.map((row) => because('person', row)))
}

function ofCategories({ db }: Ctx, personId: string) {
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
          .limit(sql.lit(EACH.category))
          .as('hot'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'hot.articleId')
    .select(['article.id', 'article.authorId', 'hot.heat', 'category.name'])
    .where('topicFollow.personId', '=', personId)
    .where('article.state', '=', PUBLISHED)
    .execute()
    .then((rows) => rows.map((row) => because('topic', row)))
}

function ofTags({ db }: Ctx, personId: string) {
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
          .limit(sql.lit(EACH.tag))
          .as('hot'),
      (join) => join.onTrue(),
    )
    .innerJoin('article', 'article.id', 'hot.articleId')
    .select(['article.id', 'article.authorId', 'hot.heat', 'tag.name'])
    .where('topicFollow.personId', '=', personId)
    .where('article.state', '=', PUBLISHED)
    .execute()
    .then((rows) => rows.map((row) => because('topic', row)))
}

function relatedToRead({ db }: Ctx, personId: string) {
  return db
    .selectFrom(readLately(db, personId).as('read'))
    .innerJoin('article as source', 'source.id', 'read.articleId')
    .innerJoin('relatedStory', 'relatedStory.articleId', 'read.articleId')
    .innerJoin('article', 'article.id', 'relatedStory.otherId')
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat', 'source.title as name'])
    .where('relatedStory.position', '<', sql.lit(EACH.story))
    .where('article.state', '=', PUBLISHED)
    .execute()
    .then((rows) => rows.map((row) => because('story', row)))
}

function ofAuthorsRead({ db }: Ctx, personId: string) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom(readLately(db, personId).as('read'))
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
          .where('article.state', '=', PUBLISHED)
          .orderBy('article.publishedAt', 'desc')
          .limit(sql.lit(EACH.author))
          .as('own'),
      (join) => join.onTrue(),
    )
    .innerJoin('storyRank', 'storyRank.articleId', 'own.id')
    .select(['own.id', 'writer.authorId', 'storyRank.heat', 'person.name'])
    .execute()
    .then((rows) => rows.map((row) => because('author', row)))
}

function readLately(db: Ctx['db'], personId: string) {
  return db
    .selectFrom('reading')
    .select('reading.articleId')
    .where('reading.personId', '=', personId)
    .orderBy('reading.readAt', 'desc')
    .limit(sql.lit(READ_LATELY))
}

function trending({ db }: Ctx) {
  return ranked(db)
    .orderBy('storyRank.heat', 'desc')
    .limit(sql.lit(EACH.trending))
    .execute()
    .then((rows) => rows.map((row) => because('trending', { ...row, name: '' })))
}

function newest({ db }: Ctx) {
  return ranked(db)
    .orderBy('article.publishedAt', 'desc')
    .limit(sql.lit(EACH.new))
    .execute()
    .then((rows) => rows.map((row) => because('new', { ...row, name: '' })))
}

function ranked(db: Ctx['db']) {
  return db
    .selectFrom('article')
    .innerJoin('storyRank', 'storyRank.articleId', 'article.id')
    .select(['article.id', 'article.authorId', 'storyRank.heat'])
    .where('article.state', '=', PUBLISHED)
}

/** What they have finished. What they only began may be shown again. */
async function seenBy({ db }: Ctx, personId: string, ids: string[]) {
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

/** Those with the person on the byline: nobody is shown their own. */
async function writtenWith({ db }: Ctx, personId: string, ids: string[]) {
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

function because(kind: Candidate['why']['kind'], { id, authorId, heat, name }: Row): Candidate {
  return { id, authorId, heat, why: { kind, name } }
}
