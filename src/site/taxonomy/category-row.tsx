import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { MoveButtons, rowLook } from '#site/bookmarks/move-buttons.tsx'
import type { useReorder } from '#site/bookmarks/use-reorder.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Button } from '#site/ui/button.tsx'
import { ColorDot } from '#site/ui/color-dot.tsx'
import { Link } from '#site/ui/link.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { TopicProgressBadge, formatCounts } from './topic-progress.tsx'

type Props = {
  category: AdminCategory
  index: number
  of: number
  order: ReturnType<typeof useReorder>
  onEdit(): void
  onMerge(): void
  onDelete(): void
}

export function CategoryRow({ category, index, of, order, onEdit, onMerge, onDelete }: Props) {
  const { id, slug, name, description, picture, color, stories, progress } = category
  return (
    <li
      data-row=""
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-gray-200 py-3 ${rowLook(order, id)}`}
    >
      {picture && <Photo picture={picture} sizes="4.5rem" className="aspect-3/2 w-18 shrink-0 rounded-sm" />}
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          {color && <ColorDot color={color} />}
          <Link to={`/category/${slug}`} dir="auto" className="font-medium wrap-anywhere hover:underline">
            {name}
          </Link>
          {progress && <TopicProgressBadge progress={progress} />}
        </p>
        <p className="text-sm text-gray-600">
          <span dir="ltr" className="wrap-anywhere">
            /category/{slug}
          </span>{' '}
          · {formatCounts(category)}
        </p>
        {description && (
          <p dir="auto" className="line-clamp-2 text-sm text-gray-600">
            {description}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <MoveButtons id={id} name={name} index={index} of={of} order={order} />
        {progress?.action !== 'merge' && (
          <>
            <Button tone="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            {of > 1 && (
              <Button tone="quiet" size="sm" aria-label={`Merge ${name} into another category`} onClick={onMerge}>
                Merge
              </Button>
            )}
            {stories === 0 && (
              <ConfirmButton
                label={`Delete ${name}`}
                busy={false}
                title={`Delete “${name}”?`}
                consequence="Its page is removed, and people who follow it stop following it. This can’t be undone."
                action="Delete"
                onConfirm={onDelete}
              >
                Delete
              </ConfirmButton>
            )}
          </>
        )}
      </div>
    </li>
  )
}
