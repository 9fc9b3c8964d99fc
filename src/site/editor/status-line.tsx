import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { Surface } from './surface.ts'
import { countWords, minutesOf } from './word-count.ts'

/** Counting waits until the fingers rest. */
const REST_MS = 300

type Props = { editor: Editor; surface: Surface; language: string }

/** Below the text: how long it is, and the way to its searching and its keys. */
export function StatusLine({ editor, surface, language }: Props) {
  const words = useWordCount(editor, language)
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-1 border-t border-gray-200 pt-2 font-sans text-sm text-gray-600">
      <p className="me-auto py-2 tabular-nums">{words !== null && sentence(words)}</p>
      <Button tone="plain" size="sm" onClick={() => surface.set({ panel: 'find' })}>
        <Icon name="search" size={16} />
        Find
      </Button>
      <Button tone="plain" size="sm" onClick={() => surface.set({ panel: 'shortcuts' })}>
        <Icon name="keyboard" size={16} />
        Keys
      </Button>
    </div>
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
