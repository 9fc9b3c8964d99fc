import type { Media } from '#contract/media.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { folderOf, pictureOf } from './picture.ts'
import { showUses } from './places.ts'
import { type MediaRow, ownersOf, usesOf } from './queries.ts'

/** As those who may see it see it, with its owner and its uses. */
export async function presentAll(ctx: Ctx, rows: MediaRow[]): Promise<Media[]> {
  if (rows.length === 0) return []
  const { db, site } = ctx
  const [owners, uses] = await Promise.all([
    ownersOf(db, [...new Set(rows.map(({ ownerId }) => ownerId))]),
    usesOf(
      db,
      rows.map(({ id }) => id),
    ).then((found) => showUses(ctx, found)),
  ])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'picture' ? 'picture' : 'file',
    state: row.state === 'ready' ? 'ready' : row.state === 'failed' ? 'failed' : 'processing',
    name: row.name,
    type: row.type,
    size: row.size,
    picture: row.kind === 'picture' ? pictureAt(site.base, pictureOf(row)) : null,
    address: `${site.base}${folderOf(row).slice(1)}file`,
    uses: uses
      .filter(({ mediaId }) => mediaId === row.id)
      .map(({ kind, title, address }) => ({ kind, title, address })),
    owner: owners.find(({ id }) => id === row.ownerId) ?? { id: row.ownerId, name: '', handle: '' },
    createdAt: row.createdAt.toISOString(),
  }))
}

export async function presentOne(ctx: Ctx, row: MediaRow): Promise<Media> {
  const [media] = await presentAll(ctx, [row])
  if (!media) throw new Error('nothing was presented')
  return media
}
