const WHOLE_LETTERS = 120
const EDGE_WORDS = 5

type Source = { title: string; author: string; address: string }

/** A URL with a text fragment: browsers scroll to the text and highlight it. */
export function quoteUrl(address: string, quote: string) {
  const words = quote.trim().split(/\s+/)
  const long = quote.length > WHOLE_LETTERS && words.length > 2 * EDGE_WORDS
  const parts = long ? [words.slice(0, EDGE_WORDS), words.slice(-EDGE_WORDS)] : [words]
  const [bare = ''] = address.split('#:~:', 1)
  return `${bare}${bare.includes('#') ? '' : '#'}:~:text=${parts.map((part) => encoded(part.join(' '))).join(',')}`
}

/** Hyphens and commas are syntax in text fragments. */
function encoded(words: string) {
  return encodeURIComponent(words).replaceAll('-', '%2D')
}

/** A quote with its URL. */
export function formatQuote(quote: string, { title, author, address }: Source) {
  return `“${quote.trim()}”\n— ${author}, ${title}\n${quoteUrl(address, quote)}`
}

export function formatPost({ title, author, address }: Source) {
  return `${title}, by ${author}\n\n${address}`
}
