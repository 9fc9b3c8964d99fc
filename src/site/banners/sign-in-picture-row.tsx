import type { AdminSignInPicture } from '#contract/banners.ts'
import { MoveButtons, rowLook } from '#site/bookmarks/move-buttons.tsx'
import type { useReorder } from '#site/bookmarks/use-reorder.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'

type Props = {
  picture: AdminSignInPicture
  index: number
  of: number
  order: ReturnType<typeof useReorder>
  onEdit(): void
  onDelete(): void
}

export function SignInPictureRow({ picture: row, index, of, order, onEdit, onDelete }: Props) {
  const { id, picture, quote, attribution, enabled, today } = row
  const name = nameOf(row)
  return (
    <li
      data-row=""
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-gray-200 py-3 ${rowLook(order, id)}`}
    >
      {picture ? (
        // The sources of a photo would be items of the row, too.
        <span className="shrink-0">
          <Photo picture={{ ...picture, alt: '' }} sizes="5rem" className="size-20" />
        </span>
      ) : (
        <span className="grid size-20 shrink-0 place-items-center rounded-md bg-primary-900">
          <Icon name="quote" className="text-white" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {quote || name}
        </p>
        {attribution && (
          <p dir="auto" className="truncate text-sm text-gray-600">
            {attribution}
          </p>
        )}
        <p className="mt-1 flex gap-2">
          {today && <Badge tone="primary">Shown today</Badge>}
          {!enabled && <Badge>Off</Badge>}
          {enabled && !picture && !quote && <Badge tone="warning">Picture deleted</Badge>}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <MoveButtons id={id} name={name} index={index} of={of} order={order} />
        <Button tone="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmButton
          label={`Delete ${name}`}
          busy={false}
          title="Delete this picture from the sign-in pages?"
          consequence="The picture itself stays in the library."
          action="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}

export function nameOf({ quote, alt }: AdminSignInPicture) {
  return quote || alt || 'Picture without a quote'
}
