import { Button } from '#site/ui/button.tsx'
import { MoveButtons, rowLook } from './move-buttons.tsx'
import type { useMyLists } from './use-my-lists.ts'
import { useReorder } from './use-reorder.ts'

type Props = { desk: ReturnType<typeof useMyLists>; onDone(): void }

export function ArrangeLists({ desk, onDone }: Props) {
  const { lists } = desk
  const order = useReorder({
    ids: lists.map(({ id }) => id),
    nameOf: (id) => lists.find((list) => list.id === id)?.name ?? '',
    onShow: desk.show,
    onCommit: (id, from) => void desk.saveOrder(id, from),
  })
  return (
    <section aria-label="Reorder your lists" className="mt-6 rounded-lg border border-gray-200 p-2">
      <ol>
        {lists.map(({ id, name }, index) => (
          <li key={id} data-row="" className={`flex items-center gap-1 rounded-md ps-3 ${rowLook(order, id)}`}>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <MoveButtons id={id} name={name} index={index} of={lists.length} order={order} />
          </li>
        ))}
      </ol>
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
      <Button tone="quiet" size="sm" className="m-1" onClick={onDone}>
        Done
      </Button>
    </section>
  )
}
