import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { tagsOf, topicDrift } from '#test/taxonomy.ts'
import type { Db } from '#server/platform/db.ts'
import { search } from '#server/search/search.ts'
import { tagBySlug } from '#server/stories/topics.ts'
import { topicStores } from '#server/topic-stores.ts'
import { carryNextChange } from './carry-changes.ts'
import { findOrCreateTag } from './create.ts'
import { mergeTopic } from './merge.ts'
import { presentAdminTag } from './present.ts'
import { tagById } from './queries.ts'
import { renameTag } from './tags.ts'

// Without an app, whose worker would carry the changes itself.
let db: Db
let editor: TestPerson
let author: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  editor = await aPerson(db, 'editor')
  author = await aPerson(db, 'author')
})

async function aTag(name: string) {
  return findOrCreateTag(aCtx(db), name)
}

async function tagRow(id: string) {
  const row = await tagById(db, id)
  return row && presentAdminTag(row)
}

describe('merging', () => {
  test('of a big tag runs in batches that continue after a crash, and hides nothing meanwhile', async () => {
    const [from, into] = [await aTag('Big source'), await aTag('Big target')]
    const story = await anArticle(db, author.id, { tags: ['Big source'] })
    await many(from.id, 230)
    const ctx = as(db, editor)
    expect(await mergeTopic(ctx, topicStores, 'tag', from.id, into.id)).toEqual({ done: false })
    // The same request again, and changes that must wait.
    expect(await mergeTopic(ctx, topicStores, 'tag', from.id, into.id)).toEqual({ done: false })
    await expect(mergeTopic(ctx, topicStores, 'tag', into.id, from.id)).rejects.toMatchObject({ code: 'topic-merging' })
    const rename = renameTag(ctx, topicStores, from.id, { name: 'Other', version: 1 })
    await expect(rename).rejects.toMatchObject({ code: 'topic-merging' })
    // Stories published with the name meanwhile have the other tag.
    expect((await findOrCreateTag(aCtx(db), 'Big source')).id).toBe(into.id)

    const crashing = {
      ...topicStores,
      articles: {
        ...topicStores.articles,
        async moveTagged(
          ...args: Parameters<typeof topicStores.articles.moveTagged>
        ): ReturnType<typeof topicStores.articles.moveTagged> {
          await topicStores.articles.moveTagged(...args)
          throw new Error('crashed')
        },
      },
    }
    await carryNextChange(ctx, topicStores)
    const partly = await tagRow(from.id)
    expect(partly).toMatchObject({
      stories: 131,
      progress: { action: 'merge', into: 'Big target', done: 100, total: 231 },
    })
    expect(await topicDrift(db)).toEqual([])
    await expect(carryNextChange(ctx, crashing)).rejects.toThrow('crashed')
    expect(await tagRow(from.id)).toEqual(partly)

    while (await carryNextChange(ctx, topicStores));
    expect(await tagRow(into.id)).toMatchObject({ stories: 231, progress: null })
    expect(await tagsOf(db, story.id)).toEqual(['0 Big target'])
    expect(await tagBySlug(db, 'big-source')).toMatchObject({ id: into.id })
    expect(await topicDrift(db)).toEqual([])
  })

  test('starts another round for a story that was published during the last batch', async () => {
    const [from, into] = [await aTag('Round source'), await aTag('Round target')]
    const { id } = await anArticle(db, author.id, { tags: [] })
    let late = true
    const stores = {
      ...topicStores,
      discovery: {
        async moveFollows(...args: Parameters<typeof topicStores.discovery.moveFollows>) {
          if (late) {
            await db.insertInto('articleTag').values({ articleId: id, tagId: from.id, position: 0 }).execute()
            await db.updateTable('tag').set({ storyCount: 1 }).where('id', '=', from.id).execute()
          }
          late = false
          return topicStores.discovery.moveFollows(...args)
        },
      },
    }
    const change = { action: 'merge', kind: 'tag', topicId: from.id, intoId: into.id, createdAt: new Date() }
    await db
      .insertInto('topicChange')
      .values({ id: 'R'.repeat(20), ...change })
      .execute()
    while (await carryNextChange(as(db, editor), stores));
    expect(await tagsOf(db, id)).toEqual(['0 Round target'])
    expect(await topicDrift(db)).toEqual([])
  })
})

test('renaming a big tag reindexes search in the background', async () => {
  const tag = await aTag('Lichen')
  await many(tag.id, 150)
  await sql`select search_put(array(select article_id from article_tag where tag_id = ${tag.id}))`.execute(db)
  const ctx = as(db, editor)
  const renamed = await renameTag(ctx, topicStores, tag.id, { name: 'Moss', version: 1 })
  expect(renamed).toMatchObject({ name: 'Moss', progress: { action: 'rename', total: 150 } })
  while (await carryNextChange(ctx, topicStores));
  const { found } = await search(ctx, { q: 'moss', exact: '1', limit: 5 })
  expect(found).toMatchObject({ stories: { count: 150 } })
})

/** Published stories with this tag, inserted directly. */
async function many(tagId: string, count: number) {
  await sql`with made as (
      insert into article (id, author_id, slug, state, title, body, html, plain, published_at)
      select 'M' || substr(md5(${tagId} || n), 1, 19), ${author.id}, 'many-' || substr(md5(${tagId} || n), 1, 19), 'published',
             'Story ' || n, '{"type":"doc","content":[]}', '', '', now() from generate_series(1, ${count}::int) n returning id),
    drafts as (insert into draft (article_id, body, html, plain) select id, '{"type":"doc","content":[]}', '', '' from made)
    insert into article_tag (article_id, tag_id, position, published_at) select id, ${tagId}, 0, now() from made`.execute(
    db,
  )
  await db
    .updateTable('tag')
    .set({ storyCount: sql`story_count + ${count}` })
    .where('id', '=', tagId)
    .execute()
}
