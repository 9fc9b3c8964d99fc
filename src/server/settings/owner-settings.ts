import { z } from 'zod'
import type { Ctx } from '#server/platform/ctx.ts'

/** What the owner decides and no page shows. Values of the command line are text. */
export const OwnerSettings = z.object({
  /** After how many approved submissions a reader becomes an author; 0 is never. */
  authorAfter: z.coerce.number().int().min(0).max(1000).default(3),
})
export type OwnerSettings = z.infer<typeof OwnerSettings>

export async function setting<Key extends keyof OwnerSettings>({ db }: Pick<Ctx, 'db'>, key: Key) {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return OwnerSettings.parse(row ? { [key]: row.value } : {})[key]
}
