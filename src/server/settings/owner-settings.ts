import { z } from 'zod'
import type { Ctx } from '#server/platform/ctx.ts'

const BlockedWord = z.string().trim().min(1).max(60)

/** What the owner decides and no page shows. Values of the command line are text. */
export const OwnerSettings = z.object({
  /** After how many approved submissions a reader becomes an author; 0 is never. */
  'authorAfter': z.coerce.number().int().min(0).max(1000).default(3),
  /** Whose first response waits for somebody to look at it: nobody's, that of accounts younger than a day, or everybody's. */
  'responses.holdFirst': z.enum(['never', 'new', 'always']).default('new'),
  /** A response with one of these waits too. As text, with commas between them. */
  'responses.blockedWords': z
    .preprocess(
      (given) => (typeof given === 'string' ? given.split(',').filter((word) => word.trim() !== '') : given),
      z.array(BlockedWord).max(1000),
    )
    .default([]),
})
export type OwnerSettings = z.infer<typeof OwnerSettings>

export async function setting<Key extends keyof OwnerSettings>({ db }: Pick<Ctx, 'db'>, key: Key) {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return OwnerSettings.parse(row ? { [key]: row.value } : {})[key]
}
