import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { readingMinutes } from '#contract/document/plain-text.ts'
import { Icon } from '#site/ui/icon.tsx'
import type { EditorUi } from './editor-ui.ts'
import { countWordsInSlices } from './word-count.ts'

/** Counting waits for a pause in typing. */
const PAUSE_MS = 300

type Props = { editor: Editor; ui: EditorUi; compact: boolean }

/** Word count, and buttons for find and shortcuts. */
export function StatusBar({ editor, ui, compact }: Props) {
  const words = useWordCount(editor)
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 group-data-focused/writing:hidden z-10 bg-white/95 pb-[env(safe-area-inset-bottom)] font-sans text-sm text-gray-600 print:hidden">
      <div className="pointer-events-auto flex items-center gap-x-1 px-5 sm:px-4">
        <p className="me-auto py-2.5 tabular-nums">{words !== null && wordCountText(words)}</p>
        <BarButton icon="search" onPress={() => ui.set({ panel: 'find' })}>
          Find
        </BarButton>
        {!compact && (
          <BarButton icon="keyboard" onPress={() => ui.set({ panel: 'shortcuts' })}>
            Shortcuts
          </BarButton>
        )}
      </div>
    </div>
  )
}

function BarButton({ icon, children, onPress }: { icon: string; children: string; onPress(): void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-gray-600 hover:bg-gray-100 hover:text-gray-900 focus-visible:-outline-offset-2 pointer-fine:min-h-9"
    >
      <Icon name={icon} size={16} />
      {children}
    </button>
  )
}

function wordCountText(words: number) {
  if (words === 0) return 'No words yet'
  return `${words.toLocaleString()} ${words === 1 ? 'word' : 'words'} · ${readingMinutes(words)} min read`
}

function useWordCount(editor: Editor) {
  const [words, setWords] = useState<number | null>(null)
  useEffect(() => {
    let stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const count = async () => {
      const counted = await countWordsInSlices(editor.state.doc, stop.signal)
      if (counted !== null) setWords(counted)
    }
    const schedule = () => {
      stop.abort()
      stop = new AbortController()
      clearTimeout(timer)
      timer = setTimeout(() => void count(), PAUSE_MS)
    }
    void count()
    editor.on('update', schedule)
    return () => {
      stop.abort()
      clearTimeout(timer)
      editor.off('update', schedule)
    }
  }, [editor])
  return words
}
