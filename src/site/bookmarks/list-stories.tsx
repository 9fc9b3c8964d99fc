import { useRef, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useSelection } from '#site/ui/use-selection.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { BookmarkRow } from './bookmark-row.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { type Bulk, type Items, useListStories } from './use-list-stories.ts'
import type { useMyLists } from './use-my-lists.ts'
import { useReorder } from './use-reorder.ts'

type Props = {
  list: ReadingList
  desk: ReturnType<typeof useMyLists>
  items: Items
  onChange(change: (items: Items) => Items): void
}

export function ListStories({ list, desk, items, onChange }: Props) {
  const stories = useListStories({ list, items, onChange, onCount: desk.adjustCount, onReload: desk.reload })
  const ids = items.map(({ id }) => id)
  const selection = useSelection(ids)
  const [selecting, setSelecting] = useState(false)
  const rows = useRef<HTMLOListElement>(null)
  const order = useReorder({
    ids,
    nameOf: (id) => items.find((item) => item.id === id)?.story.title ?? '',
    onShow: stories.show,
    onCommit: (id, from) => void stories.savePosition(id, from),
  })

  function stop() {
    selection.none()
    setSelecting(false)
  }

  async function applyBulk(bulk: Bulk) {
    const { chosen } = selection
    stop()
    await stories.bulkUpdate(bulk, chosen)
  }

  function remove(index: number) {
    const item = items[index]
    if (!item) return
    // The focused button is removed with its row, so focus moves to the next one.
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const neighbour = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('content')
    neighbour?.focus({ preventScroll: true })
    void stories.remove(item)
  }

  return (
    <>
      <div className="needs-script mt-3 flex justify-end">
        <Button
          tone="plain"
          size="sm"
          aria-pressed={selecting}
          onClick={() => (selecting ? stop() : setSelecting(true))}
        >
          <Icon name="list-checks" size={16} />
          {selecting ? 'Cancel selection' : 'Select stories'}
        </Button>
      </div>
      <ol ref={rows}>
        {items.map((item, index) => (
          <BookmarkRow
            key={item.id}
            item={item}
            index={index}
            of={items.length}
            order={order}
            {...(selecting && {
              selected: selection.has(item.id),
              onSelect: (through: boolean) => selection.toggle(item.id, through),
            })}
            onNote={(note) => void stories.saveNote(item.id, note)}
            onRemove={() => remove(index)}
            onPlaced={(placed) => void stories.applyPlacement(item, placed)}
          />
        ))}
      </ol>
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
      {selecting && (
        <BulkActions
          selected={selection.chosen.length}
          of={ids.length}
          lists={desk.lists.filter(({ id }) => id !== list.id)}
          onAll={selection.all}
          onNone={selection.none}
          onDo={(bulk) => void applyBulk(bulk)}
        />
      )}
    </>
  )
}
