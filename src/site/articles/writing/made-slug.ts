const LONGEST = 80

/** What the server will make of a title: whole words, as many as fit. */
export function madeSlug(title: string) {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/['’ʼ]/g, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > LONGEST) break
    slug = longer
  }
  return slug || 'your-story'
}
