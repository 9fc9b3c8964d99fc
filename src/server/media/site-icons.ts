import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/errors.ts'
import { versionOf } from './picture.ts'
import { limitImageWork, loadSharp, orBrokenFile } from './sharp.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'

const FOLDER = /^([A-Za-z0-9]{20})-([A-Za-z0-9]{8})$/
const CACHED = 20
const WHITE = '#ffffff'

/** Apple and Android cut corners off opaque icons; 60 % of a maskable one is always visible. */
const files: Record<string, { size: number; inner: number; opaque: boolean }> = {
  'icon-48.png': { size: 48, inner: 48, opaque: false },
  'icon-192.png': { size: 192, inner: 192, opaque: false },
  'icon-512.png': { size: 512, inner: 512, opaque: false },
  'icon-maskable-512.png': { size: 512, inner: 320, opaque: true },
  'apple-touch-icon.png': { size: 180, inner: 150, opaque: true },
}

/** The icons of a site with an icon of its own, made from one picture of the library. */
export function mountSiteIcons(app: Http, { db, blobs, site }: Pick<Ctx, 'db' | 'blobs' | 'site'>) {
  const icons = new LRUCache<string, Buffer>({ max: CACHED })

  app.get<{ Params: { folder: string; file: string } }>(
    `${site.base}site-icon/:folder/:file`,
    async (request, reply) => {
      const { folder, file } = request.params
      const key = `${folder}/${file}`
      const icon = icons.get(key) ?? (await make(folder, file))
      icons.set(key, icon)
      return reply
        .headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' })
        .send(icon)
    },
  )

  async function make(folder: string, file: string) {
    const [, id = '', version] = FOLDER.exec(folder) ?? []
    const form = Object.hasOwn(files, file) ? files[file] : undefined
    if (!id || !form) throw new Refusal('not-found')
    const row = await db
      .selectFrom('media')
      .innerJoin('mediaUse', 'mediaUse.mediaId', 'media.id')
      .select('media.blob')
      .where('media.id', '=', id)
      .where('mediaUse.kind', '=', 'setting')
      .where('mediaUse.ref', '=', 'icon')
      .executeTakeFirst()
    if (!row || versionOf(row.blob) !== version) throw new Refusal('not-found')
    const bytes = await buffer(await blobs.read(row.blob))
    return limitImageWork(() => orBrokenFile(draw(bytes, form)))
  }
}

async function draw(bytes: Buffer, { size, inner, opaque }: { size: number; inner: number; opaque: boolean }) {
  const sharp = await loadSharp()
  const margin = (size - inner) / 2
  const background = opaque ? WHITE : '#00000000'
  const icon = sharp(bytes)
    .rotate()
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
  return (opaque ? icon.flatten({ background }) : icon).png().toBuffer()
}
