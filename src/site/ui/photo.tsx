type Props = {
  picture: { src: string; alt: string; width: number; height: number }
  className?: string
  /** True for the one picture that is seen first. */
  first?: boolean
}

/** A picture that keeps its place while it loads. */
export function Photo({ picture: { src, alt, width, height }, className = '', first = false }: Props) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      className={`rounded-md bg-gray-100 object-cover ${className}`}
    />
  )
}
