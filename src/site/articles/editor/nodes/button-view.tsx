import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { parseAddress } from './address.ts'
import { changeNode, leaveNode, removeNode } from './change-node.ts'
import { MAX_LABEL_LENGTH } from '#contract/document/schema.ts'
import { InertLink } from './inert-link.tsx'
import { NodeTools, Tool } from './node-tools.tsx'
import { BlockTextField } from './block-text-field.tsx'
import { useFocusWithin } from './node-hooks.ts'

/** Label and URL are edited in place. An invalid URL stays in local state, out of the document. */
export function ButtonView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const [label, href] = [String(node.attrs['label']), String(node.attrs['href'])]
  const { inside, handlers } = useFocusWithin()
  const shown = editor.isEditable && (selected || inside)
  return (
    <NodeViewWrapper className="relative" {...handlers}>
      <NodeTools label="Button" shown={shown}>
        <Address {...{ editor, getPos, href }} />
        <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      <div className="story-button">
        <InertLink className="edit-button">
          <BlockTextField
            {...{ editor, getPos }}
            label="Button text"
            placeholder="Button text"
            value={label}
            longest={MAX_LABEL_LENGTH}
            className="text-center"
            removes
            onChange={(next) => changeNode(editor, getPos, { label: next })}
          />
        </InertLink>
      </div>
    </NodeViewWrapper>
  )
}

function Address({ editor, getPos, href }: Pick<ReactNodeViewProps, 'editor' | 'getPos'> & { href: string }) {
  const [typed, setTyped] = useState(href)
  const invalid = parseAddress(typed) === null
  return (
    <span className="relative">
      <input
        aria-label="URL"
        aria-invalid={invalid}
        title={invalid ? 'Not a valid URL' : 'Button URL'}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={typed}
        placeholder="https://…"
        className={`min-h-11 w-56 rounded-sm border px-2.5 text-base outline-none focus-visible:border-primary-600 pointer-fine:min-h-9 pointer-fine:text-sm ${invalid ? 'border-danger-700' : 'border-transparent bg-gray-50'}`}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          const address = parseAddress(value)
          if (address !== null) changeNode(editor, getPos, { href: address })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          leaveNode(editor, getPos)
        }}
      />
      {invalid && (
        <span role="alert" className="absolute start-0 top-full mt-1 rounded-sm bg-danger-50 px-2 py-1 text-danger-800">
          {typed.trim() === '' ? 'Enter a URL.' : 'Enter a valid URL.'}
        </span>
      )}
    </span>
  )
}
