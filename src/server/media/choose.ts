import type { Viewer } from '#contract/viewer.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureOf } from './picture.ts'
import { maySee } from './policy.ts'

/** A picture of the library that this viewer may use, or null; one that is used already may be anybody's. Inside a transaction. */
export async function choosePicture(
  { db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>,
  id: string,
  used: boolean,
): Promise<Picture | null> {
  // Held until the use is written down, so that it cannot be deleted in between.
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()
  return row?.kind === 'picture' && (used || maySee(viewer, row)) ? pictureOf(row) : null
}
