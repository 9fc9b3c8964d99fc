import type { Viewer } from '#contract/viewer.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import { setHeaderPicture } from '#server/media/header-picture.ts'
import { type Profile, updateProfile, markWelcomed } from '#server/people/accounts.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { viewerOfUid } from './identify.ts'

/** The person and the account bear the same name. Without a word about the header it stays as it is. */
export async function saveProfile(
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
  await markWelcomed(ctx, ctx.viewer.id)
  return freshViewer(ctx)
}

async function freshViewer(ctx: Ctx<Viewer>) {
  const viewer = await viewerOfUid(ctx, ctx.viewer.uid)
  if (!viewer) throw new Refusal('not-found')
  return viewer
}

/** The account shows the picture of the person. Inside a transaction. */
export async function setPhoto({ db, site }: Pick<Ctx, 'db' | 'site'>, uid: string, picture: Picture | null) {
  const placed = pictureWithBase(site.base, picture)
  const photoUrl = placed && new URL(placed.src, site.origin).href
  await db.updateTable('account').set({ photoUrl }).where('uid', '=', uid).execute()
}
