import { setUses } from '#server/media/uses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Work } from './access.ts'

type Used = { media: string[] | null; cover?: { media: string | null } | null | undefined }

/** While readers see an earlier text, what that one uses stays in use until the next publication. */
export async function noteUses(
  tx: Ctx,
  { id, state, media: before, cover: coverBefore }: Work,
  { media, cover }: Used,
) {
  const shown = state === 'published' || state === 'removed'
  const same = media === null || (media.length === before.length && media.every((one) => before.includes(one)))
  if (media && !same) await setUses(tx, { kind: 'article', ref: id }, media, shown)
  if (cover === undefined || cover?.media === coverBefore?.media) return
  await setUses(tx, { kind: 'cover', ref: id }, cover?.media ? [cover.media] : [], shown)
}
