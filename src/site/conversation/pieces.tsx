import { Link } from 'react-router'
import type { ResponsePiece } from '#contract/conversation.ts'

const look = 'text-primary-700 underline decoration-primary-200 underline-offset-4 hover:decoration-primary-700'

/** The words of a response, each line in the direction of its own. */
export function Pieces({ pieces }: { pieces: readonly ResponsePiece[] }) {
  return (
    <div className="mt-2 wrap-anywhere whitespace-pre-line text-gray-800 [unicode-bidi:plaintext]" dir="auto">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
        <Piece key={index} piece={piece} />
      ))}
    </div>
  )
}

function Piece({ piece }: { piece: ResponsePiece }) {
  if ('text' in piece) return piece.text
  if ('mention' in piece)
    return (
      <Link to={`/user/${piece.mention.handle}`} viewTransition className={look} title={piece.mention.name}>
        @{piece.mention.handle}
      </Link>
    )
  // Whatever else a browser would run or open is shown as it was written.
  if (!/^https?:\/\//i.test(piece.address)) return piece.address
  return (
    <a href={piece.address} target="_blank" rel="nofollow ugc noopener" className={look}>
      {piece.address}
    </a>
  )
}
