import type { ResponseSegment } from '#contract/conversation/conversation.ts'
import { Link } from '#site/ui/link.tsx'

const look = 'text-primary-700 underline decoration-primary-200 underline-offset-4 hover:decoration-primary-700'

/** Each paragraph has its own text direction. */
export function ResponseText({ pieces }: { pieces: readonly ResponseSegment[] }) {
  return (
    <div className="mt-2 wrap-anywhere whitespace-pre-line text-gray-800 [unicode-bidi:plaintext]" dir="auto">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- segments have no id
        <Piece key={index} piece={piece} />
      ))}
    </div>
  )
}

function Piece({ piece }: { piece: ResponseSegment }) {
  if ('text' in piece) return piece.text
  if ('mention' in piece)
    return (
      <Link to={`/user/${piece.mention.handle}`} viewTransition className={look} title={piece.mention.name}>
        @{piece.mention.handle}
      </Link>
    )
  // Only http(s) becomes a link; any other scheme stays text.
  if (!/^https?:\/\//i.test(piece.address)) return piece.address
  return (
    <a href={piece.address} target="_blank" rel="nofollow ugc noopener" className={look}>
      {piece.address}
    </a>
  )
}
