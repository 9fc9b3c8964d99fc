import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { type Sending, sendBlob } from '#server/platform/send-blob.ts'
import { type PictureFormat, formatTypes, pictureFormats } from './encode.ts'
import { attachment, fileName } from './file-name.ts'
import { folderOf, formatsOf, versionOf, widthsOf } from './picture.ts'
import { type MediaRow, madeVariant, mediaById } from './queries.ts'
import { type Variant, makeVariant } from './variants.ts'

/** An address never changes what it shows. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
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
      const [, id = '', version = ''] = FOLDER.exec(folder) ?? []
      if (!id) throw new Refusal('not-found')
      const send = (found: Sending) => sendBlob(request, reply, { blobs: ctx.blobs, ...found })
      const size = sizeOf(file)
      const made = size && (await madeVariant(ctx.db, { id, ...size }))
      if (made && versionOf(made.original) === version) return send(shown(made, size.format, `${version}-${file}`))
      const row = await mediaById(ctx.db, id)
      if (!row) throw new Refusal('not-found')
      const found = await find(ctx, row, file)
      if (versionOf(row.blob) === version) return send(found)
      // Replaced since the page was made: an address never changes what it shows, so this one leads on.
      return reply.header('cache-control', 'no-store').redirect(`${base}${folderOf(row).slice(1)}${file}`)
    },
  })
}

async function find(ctx: Ctx, row: MediaRow, file: string): Promise<Sending> {
  const tag = `${versionOf(row.blob)}-${file}`
  if (file === 'file') {
    const { blob, size, type } = row
    const saved = { 'content-disposition': attachment(fileName(row)), 'cross-origin-resource-policy': 'same-origin' }
    const text = type === 'text/plain' ? `${type}; charset=utf-8` : type
    return { blob, size, etag: `"${tag}"`, headers: { ...FOREVER, ...saved, 'content-type': text } }
  }
  const size = sizeOf(file)
  const offered = size && formatsOf(row).includes(size.format) && widthsOf(row).includes(size.width)
  if (!offered) throw new Refusal('not-found')
  return shown(await makeVariant(ctx, row, size), size.format, tag)
}

/** The width and the format that the last part of an address asks for. */
function sizeOf(file: string) {
  const [, width = '', ending] = FILE.exec(file) ?? []
  const format = pictureFormats.find((known) => known === ending)
  return format ? { width: Number(width), format } : null
}

function shown({ blob, size }: Variant, format: PictureFormat, tag: string): Sending {
  const headers = { ...FOREVER, 'content-disposition': 'inline', 'content-type': formatTypes[format] }
  return { blob, size, etag: `"${tag}"`, headers }
}
