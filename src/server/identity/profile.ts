import type { Viewer } from '#contract/viewer.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import { setHeaderPicture } from '#server/media/header-picture.ts'
import { type Profile, updateProfile, markWelcomed } from '#server/people/person-records.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findViewer } from './identify.ts'

/** Keeps the account's display name in step. An undefined header leaves it unchanged. */
export async function updateOwnProfile(
  ctx: Ctx<Viewer>,
  { header, ...profile }: Profile & { header?: string | null | undefined },
): Promise<Viewer> {
  await inTransaction(ctx, async (tx) => {
    await updateProfile(tx, tx.viewer.id, profile)
    if (header !== undefined) await setHeaderPicture(tx, header)
    await tx.db.updateTable('account').set({ displayName: profile.name }).where('uid', '=', tx.viewer.uid).execute()
  })
  return freshViewer(ctx)
}

export async function skipFirstSteps(ctx: Ctx<Viewer>): Promise<Viewer> {
  await inTransaction(ctx, (tx) => markWelcomed(tx, tx.viewer.id))
  return freshViewer(ctx)
}

async function freshViewer(ctx: Ctx<Viewer>) {
  const viewer = await findViewer(ctx, ctx.viewer.uid)
  if (!viewer) throw new Refusal('not-found')
  return viewer
}

/** Copies the person's picture to the account. Call inside a transaction. */
export async function setPhoto({ db, site }: Pick<Ctx, 'db' | 'site'>, uid: string, picture: Picture | null) {
  const placed = pictureWithBase(site.base, picture)
  const photoUrl = placed && new URL(placed.src, site.origin).href
  await db.updateTable('account').set({ photoUrl }).where('uid', '=', uid).execute()
}
