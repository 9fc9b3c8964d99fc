import type { ResponseState } from '#contract/conversation/conversation.ts'
import { absoluteUrl } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { emitWebhook } from '#server/webhooks/emit.ts'
import { describePerson, describeStoryLink } from '#server/webhooks/event-data.ts'

/** Describes a visible response. Call in the transaction of the change. */
export function emitResponse(tx: Ctx, type: 'response.created' | 'response.updated', id: string) {
  const { site } = tx
  return emitWebhook(tx, type, async () => {
    const row = await responseRow(tx, id)
    const { slug, text, createdAt, editedAt, authorId, authorHandle, authorName } = row
    const path = `/story/${encodeURIComponent(slug)}?at=${id}` as const
    return {
      data: {
        ...describeHidden(tx, row),
        url: absoluteUrl(site, path),
        author: describePerson(site, { id: authorId, handle: authorHandle, name: authorName }),
        text,
        createdAt: createdAt.toISOString(),
        editedAt: editedAt?.toISOString() ?? null,
      },
      people: [authorId],
    }
  })
}

type Changed = {
  id: string
  before: ResponseState
  after: ResponseState
  /** Of the thread that a reply belongs to. */
  threadState: ResponseState | null
  isTextChanged: boolean
}

/** Emits what a change means for readers. A reply is as visible as its thread. */
export async function emitResponseChange(tx: Ctx, { id, before, after, threadState, isTextChanged }: Changed) {
  if (after === 'deleted') return before === 'deleted' ? undefined : emitHidden(tx, 'response.deleted', id)
  if (threadState === 'held' || threadState === 'hidden') return
  if (before !== 'shown' && after === 'shown') return emitResponse(tx, 'response.created', id)
  if (before === 'shown' && after !== 'shown') return emitHidden(tx, 'response.hidden', id)
  if (after === 'shown' && isTextChanged) return emitResponse(tx, 'response.updated', id)
}

function emitHidden(tx: Ctx, type: 'response.hidden' | 'response.deleted', id: string) {
  return emitWebhook(tx, type, async () => ({ data: describeHidden(tx, await responseRow(tx, id)) }))
}

type Row = Awaited<ReturnType<typeof responseRow>>

function describeHidden({ site }: Ctx, { id, parentId, articleId, slug }: Row) {
  return { id, parent: parentId, story: describeStoryLink(site, { id: articleId, slug }) }
}

function responseRow({ db }: Ctx, id: string) {
  return db
    .selectFrom('response')
    .innerJoin('article', 'article.id', 'response.articleId')
    .innerJoin('person', 'person.id', 'response.authorId')
    .select(['response.id', 'response.parentId', 'response.articleId', 'article.slug'])
    .select(['response.text', 'response.createdAt', 'response.editedAt'])
    .select(['response.authorId', 'person.handle as authorHandle', 'person.name as authorName'])
    .where('response.id', '=', id)
    .executeTakeFirstOrThrow()
}
