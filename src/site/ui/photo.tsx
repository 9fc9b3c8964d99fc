import type { CSSProperties } from 'react'

type Picture = {
  src: string
  alt: string
  width: number
  height: number
  widths?: number[] | undefined
  /** The focal point, in percent. */
  focus?: { x: number; y: number } | null | undefined
  placeholder?: string | null | undefined
}

type Props = {
  picture: Picture
  className?: string
  /** True for the largest image above the fold. */
  first?: boolean
  /** The `sizes` attribute. With the prefix `auto, `, lazy images are measured. */
  sizes: string
}

/** A responsive image that reserves its space. Library images use the best size and format. */
export function Photo({ picture, className = '', first = false, sizes }: Props) {
  const { src, alt, width, height, widths = [] } = picture
  const style = styleOf(picture)
  const choose = widths.length > 0
  // Animations exist in one format only.
  const still = src.endsWith('.jpg')
  const image = (
    <img
      {...(choose && { srcSet: srcSet(src, widths), sizes })}
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      {...(style && { style })}
      className={`rounded-md bg-gray-100 object-cover ${className}`}
    />
  )
  if (!choose || !still) return image
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSet(src, widths, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(src, widths, 'webp')} sizes={sizes} />
      {image}
    </picture>
  )
}

/** A `srcset` of all widths, in another format if given. */
function srcSet(src: string, widths: number[], format?: string) {
  const [, folder = '', ending = ''] = /^(.*\/)\d+\.(\w+)$/.exec(src) ?? []
  return widths.map((width) => `${folder}${width}.${format ?? ending} ${width}w`).join(', ')
}

/** The placeholder is a data: URL without quotes, shown as the background until the image has loaded. */
function styleOf({ placeholder, focus }: Picture): CSSProperties | null {
  if (!placeholder && !focus) return null
  const place = focus ? `${focus.x}% ${focus.y}%` : 'center'
  return {
    ...(focus && { objectPosition: place }),
    ...(placeholder && {
      backgroundImage: `url("${placeholder}")`,
      backgroundSize: 'cover',
      backgroundPosition: place,
    }),
  }
}
