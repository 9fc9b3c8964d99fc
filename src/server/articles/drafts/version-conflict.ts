import type { AbortReason } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listPersonNames } from '#server/people/cards.ts'
import type { LockedArticle } from '#server/articles/access.ts'

type Saved = Pick<LockedArticle, 'version' | 'savedAt' | 'savedBy'>

/** Names the person who saved last and when, so that the client can offer a choice. */
export async function versionConflict(ctx: Pick<Ctx, 'db'>, { version, savedAt, savedBy }: Saved) {
  const [person = null] = savedBy === null ? [] : await listPersonNames(ctx, [savedBy])
  const abort: AbortReason = 'set'
  return new Refusal('version-conflict', { abort, version, savedAt: savedAt.toISOString(), savedBy: person })
}
