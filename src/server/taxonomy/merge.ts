import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { MergePreview } from '#contract/taxonomy/taxonomy.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { carryWholeChange } from './carry-changes.ts'
import type { TopicKind } from './old-slugs.ts'
import { mergeCounts, topicSize } from './queries.ts'
import type { TopicStores } from './topic-stores.ts'

/** Stories, drafts and followers that a request moves itself. More of them are left to the job. */
export const MAX_AT_ONCE = 100
const MERGE_LOCK = 0x6d65_7267

export async function previewMerge({ db }: Ctx, kind: TopicKind, ids: string[], into: string): Promise<MergePreview> {
  const counts = await mergeCounts(db, kind, ids, into)
  let size = 0
  for (const id of ids) size += await topicSize(db, kind, id, MAX_AT_ONCE + 1)
  return { ...counts, atOnce: size <= MAX_AT_ONCE }
}

/** Merges one topic into another, at once or by the job. Repeating a request for a running merge changes nothing. */
export function mergeTopic(ctx: Ctx<Viewer>, stores: TopicStores, kind: TopicKind, id: string, into: string) {
  return inTransaction(ctx, async (tx) => {
    const { db } = tx
    if (id === into) throw new Refusal('invalid', { message: 'Choose two different topics.' })
    // Two merges that start at once could otherwise go in a circle.
    await sql`select pg_advisory_xact_lock(${MERGE_LOCK})`.execute(db)
    const [source, target] = [await findTopic(db, kind, id), await findTopic(db, kind, into)]
    const running = await runningMerges(db, kind, [id, into])
    if (running.some((one) => one.topicId === id && one.intoId === into)) return { done: false }
    if (running.some((one) => one.topicId !== null)) throw new Refusal('topic-merging')
    const { storyCount: stories, followerCount: followers } = source
    const change = {
      id: newId(),
      action: 'merge',
      kind,
      topicId: id,
      intoId: into,
      total: stories + followers,
      createdAt: tx.now(),
    }
    // The merge replaces a rename that is still running: it updates the same stories.
    await db.deleteFrom('topicChange').where('kind', '=', kind).where('topicId', '=', id).execute()
    await db.insertInto('topicChange').values(change).execute()
    await recordAudit(tx, {
      action: `${kind}.merged`,
      target: { kind, id, name: source.name },
      before: { name: source.name, slug: source.slug, stories, followers },
      after: { into: target.name, slug: target.slug, id: into },
    })
    const small = (await topicSize(db, kind, id, MAX_AT_ONCE + 1)) <= MAX_AT_ONCE
    if (small) await carryWholeChange(tx, stores, change.id)
    else tx.invalidate('topic-changes')
    return { done: small }
  })
}

async function findTopic(db: Db, kind: TopicKind, id: string) {
  const row = await db
    .selectFrom(kind)
    .select(['name', 'slug', 'storyCount', 'followerCount'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  return row
}

/** Merges that these topics take part in, except those into the second one, which can take several at once. */
function runningMerges(db: Db, kind: TopicKind, [id = '', into = '']: string[]) {
  return db
    .selectFrom('topicChange')
    .select(['topicId', 'intoId'])
    .where('kind', '=', kind)
    .where('action', '=', 'merge')
    .where((eb) => eb.or([eb('topicId', 'in', [id, into]), eb('intoId', '=', id)]))
    .execute()
}

/** Refuses while a merge of this topic, or into it, is running. Inside the transaction that renames or deletes it. */
export async function requireNoMerge({ db }: Pick<Ctx, 'db'>, kind: TopicKind, id: string) {
  const merge = await db
    .selectFrom('topicChange')
    .select('id')
    .where('kind', '=', kind)
    .where('action', '=', 'merge')
    .where((eb) => eb.or([eb('topicId', '=', id), eb('intoId', '=', id)]))
    .executeTakeFirst()
  if (merge) throw new Refusal('topic-merging')
}
