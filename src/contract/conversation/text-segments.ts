import type { ResponseSegment } from './conversation.ts'

export type Mentioned = { handle: string; name: string }

// The lookbehind excludes email addresses. Bidi control characters end a link, because they could make it look like
// another address.
const SEGMENT =
  /(?<![\p{L}\p{N}_@/.-])@([a-z0-9][a-z0-9-]{1,38}[a-z0-9])(?!-*[a-z0-9])|\bhttps?:\/\/[^\s<>"\u202a-\u202e\u2066-\u2069]+/giu
const TRAILING_PUNCTUATION = '.,;:!?\'"…»)]}’”'

/** Splits a text into plain text, mentions and links. The concatenated segments equal the text. */
export function splitIntoSegments(text: string, mentioned: ReadonlyMap<string, Mentioned>): ResponseSegment[] {
  const segments: ResponseSegment[] = []
  let done = 0
  const add = (from: number, to: number, segment: ResponseSegment) => {
    if (from > done) segments.push({ text: text.slice(done, from) })
    segments.push(segment)
    done = to
  }
  for (const match of text.matchAll(SEGMENT)) {
    const [whole, handle] = match
    if (handle !== undefined) {
      const person = mentioned.get(handle.toLowerCase())
      if (person) add(match.index, match.index + whole.length, { mention: person })
      continue
    }
    const address = trimPunctuation(whole)
    if (URL.canParse(address)) add(match.index, match.index + address.length, { address })
  }
  if (done < text.length) segments.push({ text: text.slice(done) })
  return segments
}

/** Distinct handles in lower case, in order of appearance. */
export function findHandles(text: string): string[] {
  const handles = [...text.matchAll(SEGMENT)].flatMap(([, handle]) =>
    handle === undefined ? [] : handle.toLowerCase(),
  )
  return [...new Set(handles)]
}

export function countLinks(text: string): number {
  return splitIntoSegments(text, new Map()).filter((segment) => 'address' in segment).length
}

/** Drops punctuation after a link, but keeps a closing bracket that was opened inside it. */
function trimPunctuation(address: string) {
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const opened = last === ')' && address.slice(0, end).includes('(')
    if (opened || !TRAILING_PUNCTUATION.includes(last)) break
    end -= 1
  }
  return address.slice(0, end)
}
