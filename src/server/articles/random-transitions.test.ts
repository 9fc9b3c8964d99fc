import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { aLibraryPicture, as, everyRole } from '#test/workflow.ts'
import { Transition } from '#contract/articles/articles.ts'
import { HOUR_MS } from '#contract/constants.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { createScheduledPublisher } from '#server/articles/publishing/scheduled-publishing.ts'
import { leaveByline, setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { transitionArticle } from './transitions.ts'
import { presentArticle } from './present.ts'
import { restoreRevision } from '#server/articles/revisions/restore.ts'
import { deletePermanently } from './trash.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
  for (const slug of ['woods', 'shores']) {
    await createCategory(aCtx(db), { slug, name: slug, description: '', picture: null, position: 0 })
  }
})

const saves = ['shelves', 'title', 'slug', 'picture', 'cover'] as const
const moves = ['move', 'move', 'move', 'any move', 'update', 'update'] as const
const kinds = [...moves, ...moves, ...saves, 'clock', 'delete', 'earlier', 'byline', 'byline', 'leave'] as const
type Action = { kind: (typeof kinds)[number]; who: number; article: number; one: number }
// Without a bias to small numbers, so that choices are even.
const number = fc.noBias(fc.nat({ max: 999 }))
const anAction = fc.record<Action>({ kind: fc.constantFrom(...kinds), who: number, article: number, one: number })

test('random concurrent transitions leave consistent data', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAction, { minLength: 60, maxLength: 120 }), async (actions) => {
      const { reader, author, editor, admin } = await everyRole(db)
      const people = [reader, author, editor, admin]
      const media = await aLibraryPicture(db, author.id)
      const ids = [newId(), newId()]
      for (const [index, id] of ids.entries()) {
        const viewer = index === 0 ? reader : author
        await createDraft(as(db, viewer), { id, save: newId(), title: 'Alike', body: aDocument() })
      }
      // Three at a time, so that some conflict.
      for (let at = 0; at < actions.length; at += 3) {
        const three = actions.slice(at, at + 3).map(async (each) => {
          const viewer = people[each.who % people.length] ?? reader
          await unlessRefused(act(as(db, viewer), ids[each.article % ids.length] ?? '', each, media))
        })
        await Promise.all(three)
      }
      expect(await inconsistencies()).toEqual([])
      for (const { uid } of [reader, author]) await deleteAccount(aCtx(db), uid)
      expect(await inconsistencies()).toEqual([])
    }),
    { numRuns: Number(process.env['MOVES_ROUNDS'] ?? 4), endOnFailure: true },
  )
})

async function unlessRefused(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function act(ctx: Ctx<Viewer>, id: string, action: Action, media: string): Promise<unknown> {
  const { kind, one } = action
  const pick = <Value>(...values: Value[]) => values[one % values.length]
  const saved = saves.find((each) => each === kind)
  if (saved) {
    const draft = await db.selectFrom('draft').select('version').where('articleId', '=', id).executeTakeFirst()
    const image = { type: 'image', attrs: { media } }
    const body: Document = {
      type: 'doc',
      content: [...aDocument(`${one}`).content, ...(pick(true, false) ? [image] : [])],
    }
    const fields = {
      shelves: { category: pick('woods', 'shores', null), tags: pick(['Oak', 'oak '], ['Reed', 'Elm'], ['Elm'], []) },
      title: { title: pick('Alike', 'Another', 'Alike too', '') },
      slug: { slug: pick(null, 'alike', 'of-its-own') },
      picture: { body },
      cover: { cover: pick(null, { media, alt: '', focus: null }) },
    }[saved]
    return saveDraft(ctx, id, { ...fields, version: draft?.version ?? 1, save: newId() })
  }
  if (kind === 'clock') {
    const clock = createScheduledPublisher({ ...ctx, now: () => new Date(Date.now() + 2 * HOUR_MS) })
    await clock.wake()
    return clock.close()
  }
  if (kind === 'byline') {
    const others = await db.selectFrom('person').select('id').orderBy('createdAt', 'desc').limit(4).execute()
    return setCoAuthors(
      ctx,
      id,
      others.slice(0, one % 4).map((person) => person.id),
    )
  }
  if (kind === 'leave') return leaveByline(ctx, id)
  if (kind === 'delete') return one % 9 === 0 ? deletePermanently(ctx, id) : null
  if (kind === 'earlier') {
    const first = await db.selectFrom('revision').select('id').where('articleId', '=', id).limit(1).executeTakeFirst()
    const draft = await db.selectFrom('draft').select('version').where('articleId', '=', id).executeTakeFirst()
    return restoreRevision(ctx, id, first?.id ?? newId(), draft?.version ?? 1)
  }
  // Trashing is rarer than its share, or soon every article would be trashed.
  if (kind === 'update') {
    await act(ctx, id, { ...action, kind: saves[one % saves.length] ?? 'shelves' }, media)
    return transitionArticle(ctx, id, { move: kind, note: '', at: null, version: null })
  }
  const can = kind === 'move' ? (await presentArticle(ctx, id)).can : Transition.options
  const transition = can.filter((each) => each !== 'trash' || one % 3 === 0).at(one % can.length)
  if (!transition) return null
  const later = transition === 'schedule' || (transition === 'approve' && one % 2 === 0)
  const at = later ? new Date(Date.now() + HOUR_MS).toISOString() : null
  return transitionArticle(ctx, id, { move: transition, note: 'Because', at, version: null })
}

/** Lists every inconsistency. */
async function inconsistencies() {
  const { rows } = await sql<{ fault: string }>`
    select 'stories of category ' || slug as fault from category c
      where story_count <> (select count(*) from article where state = 'published' and category_id = c.id)
    union all select 'stories of tag ' || slug from tag t
      where story_count <> (select count(*) from article_tag join article on article.id = article_id
                            where state = 'published' and tag_id = t.id)
    union all select 'stories of person ' || handle from person p
      where story_count <> (select count(*) from article where state = 'published' and (author_id = p.id
                            or id in (select article_id from article_co_author where person_id = p.id)))
    union all select 'no draft of ' || id from article a where not exists (select from draft where article_id = a.id)
    union all select 'times of ' || id from article
      where (state = 'scheduled') <> (scheduled_for is not null) or (state = 'trashed') <> (trashed_at is not null)
         or (state in ('published', 'removed') and published_at is null)
    union all select 'the last move of ' || a.id from article a
      where state <> coalesce((select to_state from article_move where article_id = a.id order by at desc, id desc limit 1), 'draft')
    union all select 'unknown to its draft that readers see something else: ' || a.id from article a join draft d on d.article_id = a.id
      where state = 'published' and not changed and (d.title, d.body, d.category_id) is distinct from (a.title, a.body, a.category_id)
    union all select 'an update is asked for of ' || a.id from article a join draft d on d.article_id = a.id
      where update_asked_at is not null and state <> 'published'
    union all select 'listed as something else: ' || a.id from article a join draft d on d.article_id = a.id
      where (d.article_state, d.article_author_id, d.publish_at) is distinct from
        (a.state, a.author_id, coalesce(a.scheduled_for, a.published_at, 'epoch'))
        or (d.review_since is not null) <> (a.state = 'in-review' or (a.state = 'published' and d.update_asked_at is not null))
    union all select 'an address twice: ' || o.slug from old_slug o join article a on a.slug = o.slug
    union all select 'a picture of the text is not in use: ' || d.article_id from draft d
      where d.body::text like '%"media"%' and not exists (select from media_use where kind = 'article' and ref = d.article_id)
    union all select 'a picture readers see is not in use: ' || a.id from article a
      where state in ('published', 'removed') and a.body::text like '%"media"%'
        and not exists (select from media_use where kind = 'article' and ref = a.id)
    union all select 'a cover is not in use: ' || d.article_id from draft d
      where d.cover ->> 'media' is not null and not exists (select from media_use where kind = 'cover' and ref = d.article_id)
    union all select 'in use by nothing: ' || ref from media_use
      where kind in ('article', 'cover') and not exists (select from article where id = ref)`.execute(db)
  return rows.map(({ fault }) => fault)
}
