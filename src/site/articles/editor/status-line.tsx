import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import type { Surface } from './surface.ts'
import { countWords, minutesOf } from './word-count.ts'

/** Counting waits until the fingers rest. */
const REST_MS = 300

type Props = { editor: Editor; surface: Surface; language: string; compact: boolean }

/** At the foot of the window: how long the text is, and the way to its searching and its keys. */
export function StatusLine({ editor, surface, language, compact }: Props) {
  const words = useWordCount(editor, language)
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 bg-white/95 pb-[env(safe-area-inset-bottom)] font-sans text-sm text-gray-600 print:hidden">
      <div className="pointer-events-auto flex items-center gap-x-1 px-5 sm:px-4">
        <p className="me-auto py-2.5 tabular-nums">{words !== null && sentence(words)}</p>
        <BarButton icon="search" onPress={() => surface.set({ panel: 'find' })}>
          Find
        </BarButton>
        {/* Without a keyboard there are none. */}
        {!compact && (
          <BarButton icon="keyboard" onPress={() => surface.set({ panel: 'shortcuts' })}>
            Keys
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

function sentence(words: number) {
  if (words === 0) return 'No words yet'
  return `${words.toLocaleString()} ${words === 1 ? 'word' : 'words'} · ${minutesOf(words)} min read`
}

function useWordCount(editor: Editor, language: string) {
  const [words, setWords] = useState<number | null>(null)
  useEffect(() => {
    let stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const count = async () => {
      const counted = await countWords(editor.state.doc, language, stop.signal)
      if (counted !== null) setWords(counted)
    }
    const soon = () => {
      stop.abort()
      stop = new AbortController()
      clearTimeout(timer)
      timer = setTimeout(() => void count(), REST_MS)
    }
    void count()
    editor.on('update', soon)
    return () => {
      stop.abort()
      clearTimeout(timer)
      editor.off('update', soon)
    }
  }, [editor, language])
  return words
}
