import type { TextSegment } from '#contract/search.ts'

export function HighlightedText({ segments }: { segments: readonly TextSegment[] }) {
  return segments.map(({ text, hit }, at) =>
    hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- segments have no other key
      <mark key={at} className="rounded-sm bg-primary-100 text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
