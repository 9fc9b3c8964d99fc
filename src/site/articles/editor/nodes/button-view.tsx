import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { readAddress } from './address.ts'
import { changeNode, leaveNode, removeNode } from './change-node.ts'
import { LONGEST_LINE } from './limits.ts'
import { LookOfLink } from './look-of-link.tsx'
import { NodeTools, Tool } from './node-tools.tsx'
import { PlainText } from './plain-text.tsx'
import { useInside } from './use-inside.ts'

/** Label and address are written where they stand. What is no address yet is kept here and not in the document. */
export function ButtonView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const [label, href] = [String(node.attrs['label']), String(node.attrs['href'])]
  const { inside, handlers } = useInside()
  const shown = editor.isEditable && (selected || inside)
  return (
    <NodeViewWrapper className="relative" {...handlers}>
      <NodeTools label="Button" shown={shown}>
        <Address {...{ editor, getPos, href }} />
        <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      <div className="story-button">
        <LookOfLink className="edit-button">
          <PlainText
            {...{ editor, getPos }}
            label="Words on the button"
            placeholder="Words on the button"
            value={label}
            longest={LONGEST_LINE}
            className="text-center"
            removes
            onChange={(next) => changeNode(editor, getPos, { label: next })}
          />
        </LookOfLink>
      </div>
    </NodeViewWrapper>
  )
}

function Address({ editor, getPos, href }: Pick<ReactNodeViewProps, 'editor' | 'getPos'> & { href: string }) {
  const [typed, setTyped] = useState(href)
  const wrong = readAddress(typed) === null
  return (
    <span className="relative">
      <input
        aria-label="Address"
        aria-invalid={wrong}
        title={wrong ? 'This is no address yet' : 'Where the button leads'}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={typed}
        placeholder="https://…"
        className={`min-h-11 w-56 rounded-sm border px-2.5 text-base outline-none focus-visible:border-primary-600 pointer-fine:min-h-9 pointer-fine:text-sm ${wrong ? 'border-danger-700' : 'border-transparent bg-gray-50'}`}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          const address = readAddress(value)
          if (address !== null) changeNode(editor, getPos, { href: address })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          leaveNode(editor, getPos)
        }}
      />
      {wrong && (
        <span role="alert" className="absolute start-0 top-full mt-1 rounded-sm bg-danger-50 px-2 py-1 text-danger-800">
          {typed.trim() === '' ? 'Where does it lead?' : 'This is no address yet.'}
        </span>
      )}
    </span>
  )
}
