import type { Document } from '#contract/document.ts'
import { controlLook } from '#site/ui/field.tsx'
import type { StoryEditorProps } from './props.ts'

/** Paragraphs, one a line. */
export default function StoryEditor({ initial, onChange, prompt, readOnly = false }: StoryEditorProps) {
  return (
    <textarea
      aria-label="Text"
      rows={8}
      readOnly={readOnly}
      placeholder={prompt}
      defaultValue={initial.content.map(({ content = [] }) => content.map(({ text = '' }) => text).join('')).join('\n')}
      onChange={({ currentTarget: { value } }) => onChange(() => toDocument(value))}
      className={`py-2.5 font-serif ${controlLook}`}
    />
  )
}

function toDocument(text: string): Document {
  return {
    type: 'doc',
    content: text
      .split('\n')
      .map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })),
  }
}
