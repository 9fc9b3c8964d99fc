import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { useReorder } from './use-reorder.ts'

type Props = { id: string; name: string; index: number; of: number; order: ReturnType<typeof useReorder> }

const small = 'aria-disabled:opacity-40 aria-pressed:bg-primary-100 aria-pressed:text-primary-900 pointer-fine:size-9'

/** Moves a row by dragging, with the arrow keys while it is grabbed, or one step at a time. */
export function MoveButtons({ id, name, index, of, order }: Props) {
  const [first, last] = [index === 0, index === of - 1]
  return (
    <>
      <IconButton label={`Move “${name}”`} className={`cursor-grab touch-none ${small}`} {...order.handle(id)}>
        <Icon name="grip-vertical" size={18} />
      </IconButton>
      <IconButton
        label={`Move “${name}” up`}
        aria-disabled={first || undefined}
        className={small}
        onClick={() => order.step(id, -1)}
      >
        <Icon name="arrow-up" size={16} />
      </IconButton>
      <IconButton
        label={`Move “${name}” down`}
        aria-disabled={last || undefined}
        className={small}
        onClick={() => order.step(id, 1)}
      >
        <Icon name="arrow-down" size={16} />
      </IconButton>
    </>
  )
}

/** Styles for dragged rows and drop targets. */
export function rowLook(order: ReturnType<typeof useReorder>, id: string) {
  const landing = order.landing(id)
  const marker =
    landing &&
    (landing === 'above' ? 'shadow-[0_-2px_0_0] shadow-primary-600' : 'shadow-[0_2px_0_0] shadow-primary-600')
  return `${marker ?? ''} ${order.isDragged(id) ? 'opacity-50' : ''} ${order.isGrabbed(id) ? 'bg-primary-50' : ''}`
}
