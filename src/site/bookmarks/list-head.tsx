import { useState } from 'react'
import { useHref, useNavigate } from 'react-router'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useApi, useShell } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ListForm } from './list-form.tsx'
import { ListTitle } from './list-title.tsx'
import { showError } from './show-error.ts'
import type { useMyLists } from './use-my-lists.ts'

type Props = { list: ReadingList; desk: ReturnType<typeof useMyLists> }

export function ListHead({ list, desk }: Props) {
  const [editing, setEditing] = useState(false)
  const remove = useRemoveList()
  return (
    <section aria-label="This list" className="mt-8">
      <ListTitle list={list} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-gray-600">
        <p className="inline-flex items-center gap-1.5">
          <Icon name={list.public ? 'globe' : 'lock'} size={16} />
          {list.public ? 'Anyone can see this list' : 'Only you can see this list'}
        </p>
        <div className="needs-script -ms-3.5 flex flex-wrap items-center gap-x-1">
          <Button tone="plain" size="sm" onClick={() => setEditing(true)}>
            <Icon name="pencil" size={16} />
            Edit
          </Button>
          {!list.first && (
            <Button tone="plain" size="sm" onClick={() => void remove(list)}>
              <Icon name="trash-2" size={16} />
              Delete
            </Button>
          )}
          {list.public && <CopyLink list={list} />}
          <div className="px-3.5">
            <Switch
              label="Public"
              checked={list.public}
              onCheckedChange={(isPublic) => void desk.setPublic(list, isPublic)}
            />
          </div>
        </div>
      </div>
      <ListForm
        key={`${list.name} ${list.description}`}
        open={editing}
        list={list}
        onClose={() => setEditing(false)}
        onSave={({ name, description }) => desk.update(list.id, { name, description })}
      />
    </section>
  )
}

function CopyLink({ list }: { list: ReadingList }) {
  const { viewer } = useShell()
  const href = useHref(`/user/bookmarks/${viewer?.handle ?? ''}?list=${list.id}`)

  async function copy() {
    const address = new URL(href, location.href).href
    try {
      await navigator.clipboard.writeText(address)
      await toast({ tone: 'success', title: 'Link copied' })
    } catch {
      // Clipboard access can be denied. Shows the address to copy by hand.
      await toast({ title: 'Copy this address', description: address })
    }
  }

  return (
    <Button tone="plain" size="sm" onClick={() => void copy()}>
      <Icon name="link" size={16} />
      Copy link
    </Button>
  )
}

/** Deletes a list, with undo, and navigates to the other lists. */
function useRemoveList() {
  const api = useApi()
  const navigate = useNavigate()

  async function restore({ id }: ReadingList) {
    try {
      await api('POST /api/lists/{list}/restore', { params: { list: id } })
      await navigate(`/user/bookmarks?list=${id}`)
    } catch (error) {
      await showError(error)
    }
  }

  return async function remove(list: ReadingList) {
    try {
      await api('DELETE /api/lists/{list}', { params: { list: list.id } })
    } catch (error) {
      return showError(error)
    }
    await navigate('/user/bookmarks')
    return toast({
      title: `“${list.name}” deleted`,
      action: { label: 'Undo', run: () => void restore(list) },
    })
  }
}
