import type { CSSProperties } from 'react'

type Picture = {
  src: string
  alt: string
  width: number
  height: number
  widths?: number[] | undefined
  /** What must stay in view when it is cut, in parts of a hundred. */
  focus?: { x: number; y: number } | null | undefined
  placeholder?: string | null | undefined
}

type Props = {
  picture: Picture
  className?: string
  /** True for the one picture that is seen first. */
  first?: boolean
  /** How wide the layout shows it, for the browser to choose by. With `auto, ` before it, one that comes later is measured. */
  sizes: string
}

/** A picture that keeps its place while it loads. From a library it comes in the size and format that fit best. */
export function Photo({ picture, className = '', first = false, sizes }: Props) {
  const { src, alt, width, height, widths = [] } = picture
  const style = styleOf(picture)
  const choose = widths.length > 0
  // An animation moves in one format only.
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

/** The same address with every width in its last part, and another format if it is named. */
function srcSet(src: string, widths: number[], format?: string) {
  const [, folder = '', ending = ''] = /^(.*\/)\d+\.(\w+)$/.exec(src) ?? []
  return widths.map((width) => `${folder}${width}.${format ?? ending} ${width}w`).join(', ')
}

/** A placeholder, which is a data: address without quotes, is seen through the picture until it has come. */
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
