import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { formatTypes, pictureFormats } from './encode.ts'
import { fileName } from './file-name.ts'
import { folderOf, formatsOf, versionOf, widthsOf } from './picture.ts'
import { type MediaRow, mediaById } from './queries.ts'
import { type Sendable, sendBytes } from './send.ts'
import { makeVariant } from './variants.ts'

const FOLDER = /^([A-Za-z0-9]{20})-([A-Za-z0-9]{8})$/
const FILE = /^([1-9]\d{0,4})\.(avif|webp|jpg)$/

/** Pictures and files, for whoever has their address. */
export function mountMedia(app: Http, ctx: Ctx) {
  const { base } = ctx.site
  app.route<{ Params: { folder: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${base}media/:folder/:file`,
    // They are packed already, and a part of one must stay that part.
    compress: false,
    async handler(request, reply) {
      const { folder, file } = request.params
      const [, id = '', version] = FOLDER.exec(folder) ?? []
      const row = id ? await mediaById(ctx.db, id) : undefined
      if (!row) throw new Refusal('not-found')
      const found = await find(ctx, row, file)
      if (versionOf(row.blob) === version) return sendBytes(request, reply, { blobs: ctx.blobs, ...found })
      // Replaced since the page was made: an address never changes what it shows, so this one leads on.
      return reply.header('cache-control', 'no-store').redirect(`${base}${folderOf(row).slice(1)}${file}`)
    },
  })
}

async function find(ctx: Ctx, row: MediaRow, file: string): Promise<Sendable> {
  const tag = `${versionOf(row.blob)}-${file}`
  if (file === 'file') {
    const { blob, size, type } = row
    return { blob, size, type, tag, saveAs: fileName(row) }
  }
  const [, width = '', ending] = FILE.exec(file) ?? []
  const format = pictureFormats.find((known) => known === ending)
  const offered = format && formatsOf(row).includes(format) && widthsOf(row).includes(Number(width))
  if (!offered) throw new Refusal('not-found')
  const { blob, size } = await makeVariant(ctx, row, { width: Number(width), format })
  return { blob, size, type: formatTypes[format], tag, saveAs: null }
}
