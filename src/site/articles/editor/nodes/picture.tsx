import type { Attrs } from '@tiptap/pm/model'
import type { imageSizes } from '#contract/document/schema.ts'
import { Icon } from '#site/ui/icon.tsx'

type ImageAttrs = {
  media: string | null
  src: string
  alt: string
  caption: string
  size: (typeof imageSizes)[number]
  width: number | null
  height: number | null
}

export function imageAttrs({ media, src, alt, caption, size, width, height }: Attrs): ImageAttrs {
  return { media, src, alt, caption, size, width, height }
}

/** The picture, or a placeholder when its file is missing. */
export function Picture({ attrs: { src, alt, width, height } }: { attrs: ImageAttrs }) {
  if (src === '') {
    return (
      <span data-drag-handle className="grid aspect-3/2 w-full place-items-center rounded-md bg-gray-100 text-gray-500">
        <Icon name="image-off" size={28} label="Picture not available" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      data-drag-handle
      draggable={false}
    />
  )
}
