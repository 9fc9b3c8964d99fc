import type { Viewer } from '#contract/viewer.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureOf } from './picture.ts'
import { maySee } from './policy.ts'

/** A library picture that this viewer may use, or null. With `used`, access is not checked: it is already in place. Inside a transaction. */
export async function findUsablePicture(
  { db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>,
  id: string,
  used: boolean,
): Promise<Picture | null> {
  // Locked so that it cannot be deleted before the reference is stored.
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()
  return row?.kind === 'picture' && (used || maySee(viewer, row)) ? pictureOf(row) : null
}
