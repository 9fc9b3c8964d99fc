import type { Ctx } from '#server/platform/ctx.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { tagSlug } from '#server/taxonomy/create.ts'
import { tagsMatching } from './queries.ts'

const MAX_RESULTS = 10

/** Matches by slug, so case, spaces and punctuation do not matter. */
export async function findTags({ db }: Pick<Ctx, 'db'>, q: string) {
  const slug = tagSlug(q)
  return slug === '' ? [] : tagsMatching(db, prefixPattern(slug), MAX_RESULTS)
}
