import { useEffect, useState } from 'react'
import type { EditorHandle, Outline as OutlineState } from '#site/articles/editor/editor-props.ts'

type Props = { /** Null while it loads. */ editor: EditorHandle | null; onJump(heading: number): void }

const indents: Partial<Record<number, string>> = { 3: 'ps-6', 4: 'ps-10' }

/** The headings of the draft, with the one that the caret is below. */
export function Outline({ editor, onJump }: Props) {
  const [outline, setOutline] = useState<OutlineState>({ headings: [], current: -1 })
  useEffect(() => editor?.watchOutline(setOutline), [editor])
  if (outline.headings.length === 0)
    return <p className="text-sm text-gray-600">No headings yet. Add headings to see the outline of your story.</p>
  return (
    <nav aria-label="Outline">
      <ol>
        {outline.headings.map(({ level, text }, index) => (
          // Headings have no identity of their own, and may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button
              type="button"
              aria-current={index === outline.current ? 'location' : undefined}
              onClick={() => onJump(index)}
              className={`block min-h-11 w-full rounded-md border-s-2 border-transparent py-2 pe-2 text-start wrap-anywhere hover:bg-gray-50 aria-[current]:border-primary-600 aria-[current]:font-semibold aria-[current]:text-primary-700 ${indents[level] ?? 'ps-3'}`}
              dir="auto"
            >
              {text || 'Empty heading'}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
