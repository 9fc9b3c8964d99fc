import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { parseWebAddress } from './address.ts'
import { AddressForm } from './address-form.tsx'
import { changeNode, removeNode, selectNode } from './change-node.ts'
import { EmbedCard, EmbedSkeleton, embedAttrs } from './embed-card.tsx'
import { lookUpEmbed } from './embed-lookup.ts'
import { NodePopover } from './node-popover.tsx'
import { NodeTools, Tool, toolLook } from './node-tools.tsx'
import { useFocusWithin } from './node-hooks.ts'
import { Icon } from '#site/ui/icon.tsx'

export function EmbedView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = embedAttrs(node.attrs)
  const { inside, handlers } = useFocusWithin()
  const [editing, setEditing] = useState(false)
  const [loading, setLoading] = useState(false)
  const close = (back: boolean) => {
    setEditing(false)
    if (back) selectNode(editor, getPos)
  }

  async function change(address: string) {
    close(true)
    setLoading(true)
    changeNode(editor, getPos, await lookUpEmbed(editor.storage.pending.services, address))
    setLoading(false)
  }

  return (
    <NodeViewWrapper as="figure" className="story-embed relative" data-provider={attrs.provider} {...handlers}>
      <NodeTools label="Embed" shown={editor.isEditable && (selected || inside || editing)}>
        <NodePopover
          open={editing}
          onOpenChange={(next, back) => (next ? setEditing(true) : close(back))}
          title="URL"
          trigger={
            <button type="button" aria-label="Edit URL" title="Edit URL" className={toolLook}>
              <Icon name="pencil" size={18} />
            </button>
          }
        >
          <div className="mt-2">
            <AddressForm
              label="URL"
              action="Update"
              initial={attrs.address}
              problem="Enter a valid page URL."
              parse={parseWebAddress}
              onAddress={(address) => void change(address)}
              onCancel={() => close(true)}
            />
          </div>
        </NodePopover>
        <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      {loading ? <EmbedSkeleton address={attrs.address} /> : <EmbedCard attrs={attrs} />}
    </NodeViewWrapper>
  )
}
