import type { TransitionRecord } from '#contract/articles.ts'
import { movedWords } from '#site/articles/desk/words.ts'
import { Time } from '#site/ui/time.tsx'

/** Every step of its life, the last one first. */
export function History({ moves }: { moves: readonly TransitionRecord[] }) {
  if (moves.length === 0) return null
  return (
    <section>
      <h2 className="pb-3 font-serif text-lg font-semibold">History</h2>
      <ol className="border-s border-gray-200 ps-4 text-sm">
        {moves.map(({ id, move, by, note, at }) => (
          <li key={id} className="pb-4">
            <p>
              <bdi className="font-medium">{by?.name ?? 'The site'}</bdi> {movedWords[move]}
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
    </section>
  )
}
