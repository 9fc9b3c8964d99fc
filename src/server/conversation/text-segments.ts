import type { ResponsePiece } from '#contract/conversation.ts'

export type Mentioned = { handle: string; name: string }

// A handle is one after a space or a sign, so that an address of mail is none. Marks that turn the direction of writing
// could make an address look like another one.
const PIECE =
  /(?<![\p{L}\p{N}_@/.-])@([a-z0-9][a-z0-9-]{1,38}[a-z0-9])(?!-*[a-z0-9])|\bhttps?:\/\/[^\s<>"\u202a-\u202e\u2066-\u2069]+/giu
const AFTER_AN_ADDRESS = '.,;:!?\'"…»)]}’”'

/** Cuts a text into words, the handles of those who were mentioned, and addresses. Joined again it is the text. */
export function piecesOf(text: string, mentioned: ReadonlyMap<string, Mentioned>): ResponsePiece[] {
  const pieces: ResponsePiece[] = []
  let done = 0
  const add = (from: number, to: number, piece: ResponsePiece) => {
    if (from > done) pieces.push({ text: text.slice(done, from) })
    pieces.push(piece)
    done = to
  }
  for (const match of text.matchAll(PIECE)) {
    const [whole, handle] = match
    if (handle !== undefined) {
      const somebody = mentioned.get(handle.toLowerCase())
      if (somebody) add(match.index, match.index + whole.length, { mention: somebody })
      continue
    }
    const address = withoutEnd(whole)
    if (URL.canParse(address)) add(match.index, match.index + address.length, { address })
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** The handles in a text, in small letters, each once, in their order. */
export function handlesIn(text: string): string[] {
  const handles = [...text.matchAll(PIECE)].flatMap(([, handle]) => (handle === undefined ? [] : handle.toLowerCase()))
  return [...new Set(handles)]
}

/** How many addresses a text holds. */
export function addressesIn(text: string): number {
  return piecesOf(text, new Map()).filter((piece) => 'address' in piece).length
}

/** What closes a sentence is not part of the address before it; a bracket is, where it was opened in it. */
function withoutEnd(address: string) {
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const opened = last === ')' && address.slice(0, end).includes('(')
    if (opened || !AFTER_AN_ADDRESS.includes(last)) break
    end -= 1
  }
  return address.slice(0, end)
}
