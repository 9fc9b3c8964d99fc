import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { readWebAddress } from './address.ts'
import { AddressForm } from './address-form.tsx'
import { changeNode, removeNode, selectNode } from './change-node.ts'
import { EmbedCard, embedAttrs } from './embed-card.tsx'
import { EmbedSkeleton } from './embed-skeleton.tsx'
import { lookUp } from './look-up.ts'
import { NodePopover } from './node-popover.tsx'
import { NodeTools, Tool, toolLook } from './node-tools.tsx'
import { useInside } from './use-inside.ts'
import { Icon } from '#site/ui/icon.tsx'

export function EmbedView({ editor, node, getPos, selected }: ReactNodeViewProps) {
  const attrs = embedAttrs(node.attrs)
  const { inside, handlers } = useInside()
  const [asking, setAsking] = useState(false)
  const [looking, setLooking] = useState(false)
  const close = (back: boolean) => {
    setAsking(false)
    if (back) selectNode(editor, getPos)
  }

  async function change(address: string) {
    close(true)
    setLooking(true)
    changeNode(editor, getPos, await lookUp(editor.storage.pending.port, address))
    setLooking(false)
  }

  return (
    <NodeViewWrapper as="figure" className="story-embed relative" data-provider={attrs.provider} {...handlers}>
      <NodeTools label="Embed" shown={editor.isEditable && (selected || inside || asking)}>
        <NodePopover
          open={asking}
          onOpenChange={(next, back) => (next ? setAsking(true) : close(back))}
          title="Address"
          trigger={
            <button type="button" aria-label="Change the address" title="Change the address" className={toolLook}>
              <Icon name="pencil" size={18} />
            </button>
          }
        >
          <div className="mt-2">
            <AddressForm
              label="Address"
              action="Change"
              initial={attrs.address}
              problem="That is not the address of a page."
              read={readWebAddress}
              onAddress={(address) => void change(address)}
              onCancel={() => close(true)}
            />
          </div>
        </NodePopover>
        <Tool label="Delete" icon="trash" danger onUse={() => removeNode(editor, getPos)} />
      </NodeTools>
      {looking ? <EmbedSkeleton address={attrs.address} /> : <EmbedCard attrs={attrs} />}
    </NodeViewWrapper>
  )
}
