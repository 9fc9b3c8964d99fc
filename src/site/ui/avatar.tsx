type Props = { name: string; src?: string | null; size?: 24 | 32 | 40 | 48 | 96 }

const sizes = {
  24: 'size-6 text-sm',
  32: 'size-8 text-sm',
  40: 'size-10 text-sm',
  48: 'size-12 text-md',
  96: 'size-24 text-2xl',
}

/** A person's picture or initials. Decorative: the name is always next to it. */
export function Avatar({ name, src, size = 40 }: Props) {
  const look = `shrink-0 rounded-full object-cover ${sizes[size]}`
  if (src)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={`bg-gray-100 ${look}`}
      />
    )
  return (
    // Generated content: as text, the initials would be read out next to the name.
    <span
      aria-hidden
      data-initials={initials(name)}
      className={`inline-grid place-items-center bg-primary-100 font-medium text-primary-900 before:content-[attr(data-initials)] ${look}`}
    />
  )
}

export function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].flatMap((word) => [...(word ?? '')][0] ?? [])
  return letters.join('').toLocaleUpperCase()
}
