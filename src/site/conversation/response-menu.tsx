import { useState } from 'react'
import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { track } from '#site/analytics/track.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#site/ui/menu.tsx'
import { useConversation } from './context.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { responsePath } from './location.ts'
import { ReportResponse } from './report-response.tsx'
import { useResponseActions } from './use-response-actions.ts'

type Props = { response: StoryResponse; name: string; onEdit(): void }

/** Opens on mount, because it is loaded by the click that asks for it. */
export function ResponseMenu({ response, name, onEdit }: Props) {
  const { story } = useConversation()
  const { pin, hide, remove } = useResponseActions(response)
  const [asking, setAsking] = useState<'delete' | 'report' | null>(null)
  const { id, can, pinned, editableUntil } = response
  const [openedAt] = useState(() => Date.now())
  const editable = can.edit && (editableUntil === null || Date.parse(editableUntil) > openedAt)
  const close = () => setAsking(null)
  return (
    <>
      <Menu
        defaultOpen
        align="start"
        trigger={
          <IconButton label={`More options for the response by ${name}`} className="pointer-fine:size-9">
            <Icon name="ellipsis" size={18} />
          </IconButton>
        }
      >
        <MenuItem
          icon="link"
          onSelect={() => {
            void copyText(responsePath(story.address, id), 'Link copied')
            track({ kind: 'share', channel: 'copy' })
          }}
        >
          Copy link
        </MenuItem>
        {editable && (
          <MenuItem icon="pencil" onSelect={onEdit}>
            Edit
          </MenuItem>
        )}
        {can.pin && (
          <MenuItem icon={pinned ? 'pin-off' : 'pin'} onSelect={() => void pin(!pinned)}>
            {pinned ? 'Unpin' : 'Pin to top'}
          </MenuItem>
        )}
        {can.approve && (
          <MenuItem icon="eye" onSelect={() => void hide(false)}>
            Show to readers
          </MenuItem>
        )}
        {can.hide && (
          <MenuItem icon="eye-off" onSelect={() => void hide(true)}>
            Hide from readers
          </MenuItem>
        )}
        {can.report && (
          <MenuItem icon="flag" onSelect={() => setAsking('report')}>
            Report…
          </MenuItem>
        )}
        {can.delete && (
          <>
            <MenuSeparator />
            <MenuItem icon="trash-2" tone="danger" onSelect={() => setAsking('delete')}>
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      <DeleteDialog
        open={asking === 'delete'}
        replies={response.replies}
        onDelete={() => void remove()}
        onClose={close}
      />
      <ReportResponse id={id} name={name} open={asking === 'report'} onClose={close} />
    </>
  )
}
