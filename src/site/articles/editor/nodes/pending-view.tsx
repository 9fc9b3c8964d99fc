import type { Editor } from '@tiptap/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { parseWebAddress } from './address.ts'
import { AddressForm } from './address-form.tsx'
import { ButtonForm } from './button-form.tsx'
import { EmbedSkeleton } from './embed-card.tsx'
import { lookUpEmbed } from './embed-lookup.ts'
import type { Pending } from './pending-plugin.ts'
import { PendingFile } from './pending-file.tsx'
import { cancelPending, focusBelowPending, resolvePending } from './resolve-pending.ts'

type Props = { editor: Editor; pending: Pending }

export function PendingView({ editor, pending }: Props) {
  if (pending.as === 'embed') return <PendingEmbed {...{ editor, pending }} />
  if (pending.as === 'button') return <PendingButton {...{ editor, pending }} />
  return <PendingFiles {...{ editor, pending }} />
}

function PendingFiles({ editor, pending: { files, as } }: Props) {
  const { queue, uploads } = editor.storage.pending
  const rows = useSyncExternalStore(queue.subscribe, queue.rows, queue.rows)
  const shown = files.map((file) => ({ file, row: rows.find(({ id }) => id === uploads.rowOf(file)) }))
  return (
    <div className={as === 'gallery' ? 'story-gallery-pictures' : ''}>
      {shown.map(({ file, row }) => (
        <PendingFile
          key={`${file.name}-${row?.id ?? ''}`}
          {...{ file, queue }}
          row={row ?? null}
          small={as === 'file'}
        />
      ))}
    </div>
  )
}

function PendingEmbed({ editor, pending: { id, address: first } }: Props) {
  const [address, setAddress] = useState(first)
  useEffect(() => {
    if (address === null) return
    let cancelled = false
    void lookUpEmbed(editor.storage.pending.services, address).then((attrs) => {
      const node = editor.schema.nodes['embed']?.create(attrs)
      if (!cancelled && node) resolvePending(editor, id, [node])
    })
    return () => {
      cancelled = true
    }
  }, [editor, id, address])
  if (address !== null) {
    return (
      <figure className="story-embed">
        <EmbedSkeleton address={address} />
      </figure>
    )
  }
  return (
    <div className="edit-asks">
      <AddressForm
        label="URL to embed"
        placeholder="Paste a link to a video, post, song or page"
        action="Embed"
        problem="Enter a page URL that starts with https://."
        parse={parseWebAddress}
        onAddress={(given) => {
          setAddress(given)
          focusBelowPending(editor, id)
        }}
        onCancel={() => cancel(editor, id)}
      />
    </div>
  )
}

function PendingButton({ editor, pending: { id } }: Props) {
  return (
    <div className="edit-asks">
      <ButtonForm
        onButton={(button) => {
          const node = editor.schema.nodes['button']?.create(button)
          focusBelowPending(editor, id)
          if (node) resolvePending(editor, id, [node])
        }}
        onCancel={() => cancel(editor, id)}
      />
    </div>
  )
}

function cancel(editor: Editor, id: string) {
  cancelPending(editor, id)
  editor.commands.focus()
}
