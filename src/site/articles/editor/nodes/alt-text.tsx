import type { Editor } from '@tiptap/core'
import { useId } from 'react'
import { controlLook } from '#site/ui/field.tsx'
import { type GetPos, changeNode, selectNode } from './change-node.ts'
import { MAX_LABEL_LENGTH } from '#contract/document/schema.ts'
import { NodePopover } from './node-popover.tsx'
import { toolLook } from './node-tools.tsx'
import { useFieldValue } from './node-hooks.ts'

type Props = { editor: Editor; getPos: GetPos; alt: string; open: boolean; onOpenChange(open: boolean): void }

export function AltText({ editor, getPos, alt, open, onOpenChange }: Props) {
  const hint = useId()
  const [text, setText] = useFieldValue(alt, (next) => changeNode(editor, getPos, { alt: next }))
  const close = (back: boolean) => {
    onOpenChange(false)
    if (back) selectNode(editor, getPos)
  }
  return (
    <NodePopover
      open={open}
      onOpenChange={(next, back) => (next ? onOpenChange(true) : close(back))}
      title="Describe the picture"
      trigger={
        <button
          type="button"
          aria-label={alt.trim() === '' ? 'Alt text is missing' : 'Alt text'}
          title="Alt text"
          className={`${toolLook} w-auto! min-w-11 px-2 text-sm font-semibold pointer-fine:min-w-9`}
        >
          Alt
          {alt.trim() === '' && (
            <span aria-hidden className="absolute end-0.5 top-1 size-2 rounded-full bg-warning-800" />
          )}
        </button>
      }
    >
      <p id={hint} className="mt-1 text-sm text-gray-600">
        Screen readers read it aloud. It is also shown if the picture does not load. Describe what matters here, without
        “picture of”.
      </p>
      <textarea
        aria-label="Alt text"
        aria-describedby={hint}
        dir="auto"
        rows={3}
        maxLength={MAX_LABEL_LENGTH}
        value={text}
        className={`mt-3 py-2.5 ${controlLook}`}
        onChange={({ currentTarget }) => setText(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          close(true)
        }}
      />
      {text.trim() === '' && (
        <p className="mt-2 text-sm text-warning-800">
          Without alt text, some readers will not know what the picture shows.
        </p>
      )}
    </NodePopover>
  )
}
