import type { ListedResponse } from '#contract/moderation/moderation.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { findPersonId } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { presentListed } from './present.ts'
import { type ResponseQuery, allResponses } from './response-queries.ts'

const EMPTY = { items: [], next: null }

export async function listResponses(ctx: Ctx<Viewer>, asked: ResponseQuery): Promise<PageOf<ListedResponse>> {
  const [author, story] = await Promise.all([
    asked.author ? findPersonId(ctx, asked.author) : null,
    findStory(ctx, asked.story),
  ])
  // A person or story that does not exist has no responses.
  if ((asked.author && !author) || (asked.story && !story)) return EMPTY
  const { shown, next } = await allResponses(ctx.db, asked, { author, story })
  return { items: await presentListed(ctx, shown), next }
}

/** Also by the address of its page. */
async function findStory({ db }: Ctx, ref: string | undefined) {
  if (!ref) return null
  const slug = ref.trim().replace(/^.*\/story\//, '')
  const row = await db
    .selectFrom('article')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', slug), eb('slug', '=', slug)]))
    .executeTakeFirst()
  return row?.id ?? null
}
