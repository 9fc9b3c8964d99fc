import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { namesOf } from '#server/people/avatars.ts'
import type { Work } from '#server/articles/access.ts'

/** Somebody saved in between: says who and when, so that a person can choose. */
export async function conflict(ctx: Pick<Ctx, 'db'>, { version, savedAt, savedBy }: Work) {
  const [who = null] = savedBy === null ? [] : await namesOf(ctx, [savedBy])
  return new Refusal('version-conflict', { version, savedAt: savedAt.toISOString(), savedBy: who })
}
