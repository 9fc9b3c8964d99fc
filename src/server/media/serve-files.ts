import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { type Sending, sendBlob } from '#server/platform/send-blob.ts'
import { type PictureFormat, formatTypes, pictureFormats } from './encode.ts'
import { folderOf, formatsOf, versionOf, widthsOf } from './picture.ts'
import { type MediaRow, mediaById, variantWithOriginal } from './queries.ts'
import { findFileType } from './sniff.ts'
import { type Variant, ensureVariant } from './variants.ts'

/** The content of a URL never changes. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const FOLDER = /^([A-Za-z0-9]{20})-([A-Za-z0-9]{8})$/
const FILE = /^([1-9]\d{0,4})\.(avif|webp|jpg)$/

/** Serves pictures and files to anyone with the URL. */
export function mountMedia(app: Http, ctx: Ctx) {
  const { base } = ctx.site
  app.route<{ Params: { folder: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${base}media/:folder/:file`,
    // Media is already compressed, and compression would break byte ranges.
    compress: false,
    async handler(request, reply) {
      const { folder, file } = request.params
      const [, id = '', version = ''] = FOLDER.exec(folder) ?? []
      if (!id) throw new Refusal('not-found')
      const send = (found: Sending) => sendBlob(request, reply, { blobs: ctx.blobs, ...found })
      const size = sizeOf(file)
      const made = size && (await variantWithOriginal(ctx.db, { id, ...size }))
      if (made && versionOf(made.original) === version) return send(shown(made, size.format, `${version}-${file}`))
      const row = await mediaById(ctx.db, id)
      if (!row || row.address !== null) throw new Refusal('not-found')
      const found = await find(ctx, row, file)
      if (versionOf(row.blob) === version) return send(found)
      // The file was replaced since the page was rendered: the old URL redirects.
      return reply.header('cache-control', 'no-store').redirect(`${base}${folderOf(row).slice(1)}${file}`)
    },
  })
}

async function find(ctx: Ctx, row: MediaRow, file: string): Promise<Sending> {
  const tag = `${versionOf(row.blob)}-${file}`
  if (file === 'file') {
    const { blob, size, type } = row
    const saved = {
      'content-disposition': attachment(downloadName(row)),
      'cross-origin-resource-policy': 'same-origin',
    }
    const text = type === 'text/plain' ? `${type}; charset=utf-8` : type
    return { blob, size, etag: `"${tag}"`, headers: { ...FOREVER, ...saved, 'content-type': text } }
  }
  const size = sizeOf(file)
  const offered = size && formatsOf(row).includes(size.format) && widthsOf(row).includes(size.width)
  if (!offered) throw new Refusal('not-found')
  return shown(await ensureVariant(ctx, row, size), size.format, tag)
}

function sizeOf(file: string) {
  const [, width = '', ending] = FILE.exec(file) ?? []
  const format = pictureFormats.find((known) => known === ending)
  return format ? { width: Number(width), format } : null
}

function shown({ blob, size }: Variant, format: PictureFormat, tag: string): Sending {
  const headers = { ...FOREVER, 'content-disposition': 'inline', 'content-type': formatTypes[format] }
  return { blob, size, etag: `"${tag}"`, headers }
}

/** Always has an extension of its type, so that the file is not opened by the wrong program. */
function downloadName({ name, type }: { name: string; type: string }) {
  const extensions = findFileType(type)?.extensions ?? []
  // oxlint-disable-next-line no-control-regex -- not allowed in file names
  const plain = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_')
  const extension = /\.(\w+)$/.exec(plain)?.[1]?.toLowerCase().replace('jpg', 'jpeg')
  return extension !== undefined && extensions.includes(extension) ? plain : `${plain}.${extensions[0] ?? 'bin'}`
}

/** With an ASCII fallback for clients that do not support `filename*`. */
function attachment(name: string) {
  const simple = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${simple}"; filename*=UTF-8''${encoded}`
}
