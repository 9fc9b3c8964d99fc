import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { changeNode, leaveNode, removeNode } from './change-node.ts'
import { Formula } from './formula.tsx'
import { MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { NodePopover } from './node-popover.tsx'
import { handleUndoKeys } from './block-text-field.tsx'
import { useFieldValue, usePopoverOpen } from './node-hooks.ts'

export function InlineMathView(props: ReactNodeViewProps) {
  return (
    <NodeViewWrapper as="span">
      <MathPopover {...props} display={false} />
    </NodeViewWrapper>
  )
}

export function BlockMathView(props: ReactNodeViewProps) {
  return (
    <NodeViewWrapper className="story-math">
      <MathPopover {...props} display />
    </NodeViewWrapper>
  )
}

function MathPopover({ editor, node, getPos, display }: ReactNodeViewProps & { display: boolean }) {
  const latex = String(node.attrs['latex'])
  const [open, setOpen] = usePopoverOpen(editor, getPos)
  function close(back: boolean) {
    setOpen(false)
    if (latex.trim() === '') removeNode(editor, getPos)
    else if (back) leaveNode(editor, getPos)
  }
  return (
    <NodePopover
      open={open}
      onOpenChange={(next, back) => (next ? setOpen(true) : close(back))}
      title="Formula"
      trigger={
        <button
          type="button"
          data-node-open=""
          disabled={!editor.isEditable}
          className={display ? 'edit-formula block w-full' : 'edit-formula'}
        >
          <span className="sr-only">Formula: {latex || 'empty'}</span>
          <span aria-hidden>
            {latex.trim() === '' ? (
              <span className="text-gray-500">Formula</span>
            ) : (
              <Formula latex={latex} display={display} />
            )}
          </span>
        </button>
      }
    >
      <MathSource {...{ editor, getPos, latex, display }} onDone={() => close(true)} />
    </NodePopover>
  )
}

type SourceProps = Pick<ReactNodeViewProps, 'editor' | 'getPos'> & { latex: string; display: boolean; onDone(): void }

function MathSource({ editor, getPos, latex, display, onDone }: SourceProps) {
  const [source, setSource] = useFieldValue(latex, (next) => changeNode(editor, getPos, { latex: next }))
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <textarea
        aria-label="LaTeX"
        dir="ltr"
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        maxLength={MAX_PASSAGE_LENGTH}
        value={source}
        placeholder="\frac{a}{b}"
        className={`mt-2 py-2.5 font-mono field-sizing-content ${controlLook}`}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && !event.shiftKey) onDone()
          else if (!handleUndoKeys(editor, event)) return
          event.preventDefault()
        }}
      />
      <div className="mt-3 min-h-12 overflow-x-auto rounded-md bg-gray-50 p-3 text-center text-lg">
        {source.trim() === '' ? (
          <span className="text-sm text-gray-500">The formula appears here as you type.</span>
        ) : (
          <Formula latex={source} display={display} onProblem={setProblem} />
        )}
      </div>
      <output className="block min-h-6 pt-1 text-sm text-warning-800">{source.trim() === '' ? '' : problem}</output>
      <div className="mt-1 flex justify-between gap-2">
        <Button tone="plain" size="sm" onClick={() => removeNode(editor, getPos)}>
          Delete
        </Button>
        <Button size="sm" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}
