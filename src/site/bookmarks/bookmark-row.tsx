import { StoryCard } from '#site/stories/story-card.tsx'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { type StoryPlacement, openListPicker } from './list-picker.ts'
import type { BookmarkItem } from './list-stories-data.ts'
import { MoveButtons, rowLook } from './move-buttons.tsx'
import { BookmarkNote } from './bookmark-note.tsx'
import type { useReorder } from './use-reorder.ts'

type Props = {
  item: BookmarkItem
  index: number
  of: number
  order: ReturnType<typeof useReorder>
  /** Set while selecting stories. */
  selected?: boolean
  onSelect?(through: boolean): void
  onNote(note: string): void
  onRemove(): void
  onPlaced(placed: StoryPlacement): void
}

/** A story in one of the viewer's own lists. */
export function BookmarkRow({ item, index, of, order, selected, onSelect, onNote, onRemove, onPlaced }: Props) {
  const { id, story, note } = item
  const small = 'pointer-fine:size-9'
  return (
    <li data-row="" className={`flex gap-3 ${rowLook(order, id)}`}>
      {onSelect && (
        <label className="-ms-2 grid w-11 shrink-0 place-items-center self-start pt-8">
          <input
            type="checkbox"
            className="size-5 accent-primary-700"
            aria-label={`Select “${story.title}”`}
            checked={selected ?? false}
            onChange={(event) => onSelect(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        </label>
      )}
      <div className="min-w-0 flex-1">
        <StoryCard
          story={story}
          foot={
            <>
              <BookmarkNote title={story.title} note={note} onSave={onNote} />
              <div className="needs-script -mx-2 flex flex-wrap items-center pointer-fine:-mx-2.5">
                <MoveButtons id={id} name={story.title} index={index} of={of} order={order} />
                <IconButton
                  label={`Choose lists for “${story.title}”`}
                  className={`ms-auto ${small}`}
                  onClick={() => openListPicker(story, onPlaced)}
                >
                  <Icon name="list-plus" size={18} />
                </IconButton>
                <IconButton label={`Remove “${story.title}”`} className={small} data-remove="" onClick={onRemove}>
                  <Icon name="x" size={18} />
                </IconButton>
              </div>
            </>
          }
        />
      </div>
    </li>
  )
}
