import type { ReadingList } from '#contract/bookmarks.ts'
import { SelectAll } from '#site/articles/desk/bulk-bar.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem } from '#site/ui/menu.tsx'
import type { Bulk } from './use-list-stories.ts'

type Props = {
  chosen: number
  of: number
  /** Where they could go. */
  lists: readonly ReadingList[]
  onAll(): void
  onNone(): void
  onDo(bulk: Bulk): void
}

const MOST = 200

/** What can be done to everything that is chosen; floats in reach of the thumb. */
export function ManyBar({ chosen, of, lists, onAll, onNone, onDo }: Props) {
  const possible = chosen > 0 && chosen <= MOST
  return (
    <section
      aria-label="What to do with the chosen stories"
      className="sticky bottom-20 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg bg-white p-3 shadow-float ring-1 ring-gray-200 sm:bottom-4"
    >
      <SelectAll chosen={chosen} of={of} onAll={onAll} onNone={onNone} />
      <output className="px-2 text-sm font-medium">
        {chosen} chosen{chosen > MOST && `, ${MOST} at most`}
      </output>
      {possible && lists.length > 0 && (
        <>
          <To label="Move to" icon="folder-input" lists={lists} onChoose={(to) => onDo({ do: 'move', to })} />
          <To label="Copy to" icon="copy" lists={lists} onChoose={(to) => onDo({ do: 'copy', to })} />
        </>
      )}
      {possible && (
        <Button size="sm" tone="quiet" className="text-danger-700!" onClick={() => onDo({ do: 'remove' })}>
          <Icon name="x" size={16} />
          Remove
        </Button>
      )}
    </section>
  )
}

type ToProps = { label: string; icon: string; lists: readonly ReadingList[]; onChoose(id: string): void }

function To({ label, icon, lists, onChoose }: ToProps) {
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
