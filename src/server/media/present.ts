import type { Media } from '#contract/media.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fileAddressOf, pictureOf } from './picture.ts'
import { describeReferences } from './reference-kinds.ts'
import { type MediaRow, ownersOf, referencesOf } from './queries.ts'

export async function presentAll(ctx: Ctx, rows: MediaRow[]): Promise<Media[]> {
  if (rows.length === 0) return []
  const { db, site } = ctx
  const [owners, uses] = await Promise.all([
    ownersOf(db, [...new Set(rows.map(({ ownerId }) => ownerId))]),
    referencesOf(
      db,
      rows.map(({ id }) => id),
    ).then((found) => describeReferences(ctx, found)),
  ])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'picture' ? 'picture' : 'file',
    state: row.state === 'ready' ? 'ready' : row.state === 'failed' ? 'failed' : 'processing',
    name: row.name,
    type: row.type,
    size: row.size,
    picture: row.kind === 'picture' ? pictureWithBase(site.base, pictureOf(row)) : null,
    address: row.address ?? site.base + fileAddressOf(row).slice(1),
    uses: uses
      .filter(({ mediaId }) => mediaId === row.id)
      .map(({ kind, title, address }) => ({ kind, title, address })),
    owner: owners.find(({ id }) => id === row.ownerId) ?? { id: row.ownerId, name: '', handle: '' },
    createdAt: row.createdAt.toISOString(),
  }))
}

export async function presentOne(ctx: Ctx, row: MediaRow): Promise<Media> {
  const [media] = await presentAll(ctx, [row])
  if (!media) throw new Error('media not presented')
  return media
}
