import { useEffect, useRef, useState } from 'react'
import type { Document } from '#contract/document.ts'
import type { StoryEditorProps } from '#site/editor/props.ts'
import { paragraphs } from './writing.ts'

/** An editor for tests of what is around it: a paragraph a line. */
export default function PlainEditor({ initial, onChange, onReady, prompt, readOnly = false }: StoryEditorProps) {
  const [value, setValue] = useState(() => textOf(initial))
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })

  function change(next: string) {
    setValue(next)
    latest.current.onChange(() => paragraphs(...next.split('\n')))
  }

  useEffect(() => {
    onReady?.({
      read: () => paragraphs(...latest.current.value.split('\n')),
      replace: (document) => change(textOf(document)),
      focus: () => field.current?.focus(),
      find: (words) => latest.current.value.includes(words),
    })
    // oxlint-disable-next-line react/exhaustive-deps -- it is ready once
  }, [])

  return (
    <textarea
      ref={field}
      aria-label="Text"
      placeholder={prompt}
      readOnly={readOnly}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function textOf({ content }: Document) {
  return content.map(({ content: parts = [] }) => parts.map(({ text = '' }) => text).join('')).join('\n')
}
