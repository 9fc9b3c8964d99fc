import type { Editor } from '@tiptap/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readWebAddress } from './address.ts'
import { AddressForm } from './address-form.tsx'
import { ButtonForm } from './button-form.tsx'
import { EmbedSkeleton } from './embed-skeleton.tsx'
import { lookUp } from './look-up.ts'
import type { Pending } from './pending-plugin.ts'
import { PendingFile } from './pending-file.tsx'
import { dismiss, finish, writeBelow } from './settle.ts'

type Props = { editor: Editor; pending: Pending }

/** What stands at the place of something that is on its way. */
export function PendingView({ editor, pending }: Props) {
  if (pending.as === 'embed') return <PendingEmbed {...{ editor, pending }} />
  if (pending.as === 'button') return <PendingButton {...{ editor, pending }} />
  return <PendingFiles {...{ editor, pending }} />
}

function PendingFiles({ editor, pending: { files, as } }: Props) {
  const { queue, arrivals } = editor.storage.pending
  const rows = useSyncExternalStore(queue.subscribe, queue.rows, queue.rows)
  const shown = files.map((file) => ({ file, row: rows.find(({ id }) => id === arrivals.rowOf(file)) }))
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
    let gone = false
    void lookUp(editor.storage.pending.port, address).then((attrs) => {
      const node = editor.schema.nodes['embed']?.create(attrs)
      if (!gone && node) finish(editor, id, [node])
    })
    return () => {
      gone = true
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
        label="Address to embed"
        placeholder="A video, a post, a song, any page"
        action="Embed"
        problem="That is not the address of a page. It begins with https://"
        read={readWebAddress}
        onAddress={(given) => {
          setAddress(given)
          writeBelow(editor, id)
        }}
        onCancel={() => back(editor, id)}
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
          writeBelow(editor, id)
          if (node) finish(editor, id, [node])
        }}
        onCancel={() => back(editor, id)}
      />
    </div>
  )
}

function back(editor: Editor, id: string) {
  dismiss(editor, id)
  editor.commands.focus()
}
