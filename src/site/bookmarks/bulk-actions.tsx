import type { ReadingList } from '#contract/bookmarks.ts'
import { SelectAll } from '#site/ui/select-all.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem } from '#site/ui/menu.tsx'
import type { Bulk } from './use-list-stories.ts'

type Props = {
  selected: number
  of: number
  /** Possible destinations. */
  lists: readonly ReadingList[]
  onAll(): void
  onNone(): void
  onDo(bulk: Bulk): void
}

const MAX_SELECTED = 200

export function BulkActions({ selected, of, lists, onAll, onNone, onDo }: Props) {
  const isValid = selected > 0 && selected <= MAX_SELECTED
  return (
    <section
      aria-label="Bulk actions"
      className="sticky bottom-20 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg bg-white p-3 shadow-float ring-1 ring-gray-200 sm:bottom-4"
    >
      <SelectAll chosen={selected} of={of} onAll={onAll} onNone={onNone} />
      <output className="px-2 text-sm font-medium">
        {selected} selected{selected > MAX_SELECTED && ` (maximum ${MAX_SELECTED})`}
      </output>
      {isValid && lists.length > 0 && (
        <>
          <ListMenu label="Move to" icon="folder-input" lists={lists} onChoose={(to) => onDo({ do: 'move', to })} />
          <ListMenu label="Copy to" icon="copy" lists={lists} onChoose={(to) => onDo({ do: 'copy', to })} />
        </>
      )}
      {isValid && (
        <Button size="sm" tone="quiet" className="text-danger-700!" onClick={() => onDo({ do: 'remove' })}>
          <Icon name="x" size={16} />
          Remove
        </Button>
      )}
    </section>
  )
}

type ToProps = { label: string; icon: string; lists: readonly ReadingList[]; onChoose(id: string): void }

function ListMenu({ label, icon, lists, onChoose }: ToProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" tone="quiet">
          <Icon name={icon} size={16} />
          {label}
        </Button>
      }
    >
      {lists.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          <span dir="auto">{name}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
