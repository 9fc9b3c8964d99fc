import type { Node, Schema } from '@tiptap/pm/model'
import type { Media } from '#contract/media.ts'

export function mediaImageAttrs({ id, picture }: Media) {
  const { src = '', alt = '', width = 0, height = 0 } = picture ?? {}
  return { media: id, src, alt, width: width || null, height: height || null }
}

/** Creates nodes for library media. A picture inserted as a file stays a file. */
export function createMediaNodes(schema: Schema, as: string, media: Media[]): Node[] {
  const { image, gallery, file } = schema.nodes
  if (!image || !gallery || !file) return []
  if (as === 'file') {
    return media.map(({ id, name, size, address }) => file.create({ media: id, name, size, href: address }))
  }
  const images = media.filter(({ picture }) => picture).map((one) => image.create(mediaImageAttrs(one)))
  return as === 'gallery' && images.length > 0 ? [gallery.create(null, images)] : images
}

export function isMedia(picture: File | Media): picture is Media {
  return !(picture instanceof File)
}
