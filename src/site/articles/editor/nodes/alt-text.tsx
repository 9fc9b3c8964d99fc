import type { Editor } from '@tiptap/core'
import { useId } from 'react'
import { controlLook } from '#site/ui/field.tsx'
import { type GetPos, changeNode, selectNode } from './change-node.ts'
import { LONGEST_LINE } from './limits.ts'
import { NodePopover } from './node-popover.tsx'
import { toolLook } from './node-tools.tsx'
import { useDraft } from './use-draft.ts'

type Props = { editor: Editor; getPos: GetPos; alt: string; open: boolean; onOpenChange(open: boolean): void }

/** The words for those who cannot see a picture. */
export function AltText({ editor, getPos, alt, open, onOpenChange }: Props) {
  const hint = useId()
  const [text, setText] = useDraft(alt, (next) => changeNode(editor, getPos, { alt: next }))
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
        Read aloud to people who cannot see it, and shown when it does not load. Say what matters about it here, not
        “picture of”.
      </p>
      <textarea
        aria-label="Alt text"
        aria-describedby={hint}
        dir="auto"
        rows={3}
        maxLength={LONGEST_LINE}
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
        <p className="mt-2 text-sm text-warning-800">Without it, some readers will not know what is shown.</p>
      )}
    </NodePopover>
  )
}
