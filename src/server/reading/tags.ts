import type { Ctx } from '#server/platform/ctx.ts'
import { beginningWith } from '#server/platform/like-pattern.ts'
import { tagSlug } from '#server/taxonomy/create.ts'
import { tagsBeginning } from './queries.ts'

const MOST_FOUND = 10

/** Tags to choose from. Case, spaces and signs make no difference, as they make none between tags. */
export async function findTags({ db }: Pick<Ctx, 'db'>, q: string) {
  const slug = tagSlug(q)
  return slug === '' ? [] : tagsBeginning(db, beginningWith(slug), MOST_FOUND)
}
