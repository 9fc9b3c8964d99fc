import type { Media } from '#contract/media.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { formatBytes } from '#site/storage/size-text.ts'

/** The `sizes` of a grid column, without the gaps. */
const tileSizes = 'auto, (min-width: 64rem) 14rem, (min-width: 48rem) 25vw, (min-width: 40rem) 33vw, 50vw'
const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 xl:grid-cols-6'

type Props = { items: readonly Media[]; everybody: boolean; onOpen(id: string): void }

export function MediaGrid({ items, everybody, onOpen }: Props) {
  return (
    <ul className={grid}>
      {items.map((media) => (
        <li key={media.id} className="min-w-0">
          <button
            type="button"
            onClick={() => onOpen(media.id)}
            className="group block w-full rounded-md text-start"
            aria-haspopup="dialog"
          >
            <Tile media={media} />
            <span className="mt-2 block truncate text-sm font-medium text-gray-900 group-hover:underline" dir="auto">
              {media.name}
            </span>
            <span className="block truncate text-sm text-gray-600">
              {everybody ? media.owner.name : formatBytes(media.size)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Tile({ media: { picture, state, type } }: { media: Media }) {
  return (
    <span className="relative block aspect-square overflow-hidden rounded-md bg-gray-100">
      {picture && state !== 'failed' ? (
        // Decorative: the name is next to it.
        <Photo picture={{ ...picture, alt: '' }} sizes={tileSizes} className="size-full" />
      ) : (
        <span className="grid size-full place-items-center">
          <Icon name={type.startsWith('image/') ? 'image-off' : 'file-text'} size={32} className="text-gray-400" />
        </span>
      )}
      <span className="absolute start-2 bottom-2 flex flex-wrap gap-1">
        {state === 'processing' && <Badge>Processing</Badge>}
        {state === 'failed' && <Badge tone="danger">Can’t be processed</Badge>}
        {picture && state === 'ready' && picture.alt === '' && <Badge tone="warning">No description</Badge>}
      </span>
    </span>
  )
}

export function GridSkeleton() {
  return (
    <div className={grid}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index}>
          <Skeleton className="aspect-square w-full rounded-md" />
          <Skeleton className="mt-3 h-4 w-3/4 rounded-sm" />
          <Skeleton className="mt-2 h-3 w-1/3 rounded-sm" />
        </div>
      ))}
    </div>
  )
}
