import { useRef, useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { useSelection } from '#site/articles/desk/use-selection.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { BookmarkRow } from './bookmark-row.tsx'
import { ManyBar } from './many-bar.tsx'
import { type Bulk, type Items, useListStories } from './use-list-stories.ts'
import type { useMyLists } from './use-my-lists.ts'
import { useReorder } from './use-reorder.ts'

type Props = {
  list: ReadingList
  desk: ReturnType<typeof useMyLists>
  items: Items
  onChange(change: (items: Items) => Items): void
}

/** The stories of one's own list: to be read, put in order, annotated, and moved elsewhere. */
export function ListStories({ list, desk, items, onChange }: Props) {
  const stories = useListStories({ list, items, onChange, onCount: desk.count, onAsk: desk.ask })
  const ids = items.map(({ id }) => id)
  const selection = useSelection(ids)
  const [choosing, setChoosing] = useState(false)
  const rows = useRef<HTMLOListElement>(null)
  const order = useReorder({
    ids,
    nameOf: (id) => items.find((item) => item.id === id)?.story.title ?? '',
    onShow: stories.show,
    onKeep: (id, from) => void stories.keepPlace(id, from),
  })

  function stop() {
    selection.none()
    setChoosing(false)
  }

  async function doToMany(bulk: Bulk) {
    const { chosen } = selection
    stop()
    await stories.many(bulk, chosen)
  }

  function remove(index: number) {
    const item = items[index]
    if (!item) return
    // The button goes with its row; the keyboard goes on at the next one.
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const neighbour = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('content')
    neighbour?.focus({ preventScroll: true })
    void stories.remove(item)
  }

  return (
    <>
      <div className="needs-script mt-3 flex justify-end">
        <Button tone="plain" size="sm" aria-pressed={choosing} onClick={() => (choosing ? stop() : setChoosing(true))}>
          <Icon name="list-checks" size={16} />
          {choosing ? 'Stop choosing' : 'Choose several'}
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
            {...(choosing && {
              chosen: selection.has(item.id),
              onChoose: (through: boolean) => selection.toggle(item.id, through),
            })}
            onNote={(note) => void stories.keepNote(item.id, note)}
            onRemove={() => remove(index)}
            onPlaced={(placed) => void stories.follow(item, placed)}
          />
        ))}
      </ol>
      <output aria-live="assertive" className="sr-only">
        {order.said}
      </output>
      {choosing && (
        <ManyBar
          chosen={selection.chosen.length}
          of={ids.length}
          lists={desk.lists.filter(({ id }) => id !== list.id)}
          onAll={selection.all}
          onNone={selection.none}
          onDo={(bulk) => void doToMany(bulk)}
        />
      )}
    </>
  )
}
