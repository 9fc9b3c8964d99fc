import { setMediaReferences } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { LockedArticle } from './access.ts'

type MediaInUse = { media: string[] | null; cover?: { media: string | null } | null | undefined }

/** While an earlier text is published, its references stay until the next publication. */
export async function updateMediaReferences(
  tx: Ctx,
  { id, state, media: before, cover: coverBefore }: LockedArticle,
  { media, cover }: MediaInUse,
) {
  const isShown = state === 'published' || state === 'removed'
  const same = media === null || (media.length === before.length && media.every((mediaId) => before.includes(mediaId)))
  if (media && !same) await setMediaReferences(tx, { kind: 'article', ref: id }, media, isShown)
  if (cover === undefined || cover?.media === coverBefore?.media) return
  await setMediaReferences(tx, { kind: 'cover', ref: id }, cover?.media ? [cover.media] : [], isShown)
}
