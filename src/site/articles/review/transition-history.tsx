import type { TransitionRecord } from '#contract/articles/articles.ts'
import { transitionLabels } from '#site/stories/article-labels.ts'
import { Time } from '#site/ui/time.tsx'

/** Transitions, newest first. */
export function TransitionHistory({ moves }: { moves: readonly TransitionRecord[] }) {
  return (
    <ol className="border-s border-gray-200 ps-4 text-sm">
      {moves.map(({ id, move, by, note, at }) => (
        <li key={id} className="pb-4">
          <p>
            <bdi className="font-medium">{by?.name ?? 'The site'}</bdi> {transitionLabels[move]}
          </p>
          <Time at={at} className="text-gray-600" />
          {note && (
            <p dir="auto" className="mt-1 rounded-md bg-gray-50 px-3 py-2 wrap-anywhere whitespace-pre-line">
              {note}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
