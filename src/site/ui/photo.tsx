import type { CSSProperties } from 'react'

type Picture = {
  src: string
  alt: string
  width: number
  height: number
  widths?: number[] | undefined
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
  const { src, alt, width, height, widths = [], placeholder } = picture
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
      {...(placeholder && { style: behind(placeholder) })}
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

/** Seen through the picture until it has come; a placeholder is a data: address without quotes. */
function behind(placeholder: string): CSSProperties {
  return { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
}
