import type { Piece } from '#contract/search.ts'

/** A text with what was searched for marked in it. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, at) =>
    hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other name
      <mark key={at} className="rounded-sm bg-primary-100 text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
