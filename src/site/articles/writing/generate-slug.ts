const MAX_LENGTH = 80

/** Previews the slug that the server generates from a title: as many whole words as fit. */
export function generateSlug(title: string) {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/['’ʼ]/g, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > MAX_LENGTH) break
    slug = longer
  }
  return slug || 'your-story'
}
