import { Skeleton } from '#site/ui/skeleton.tsx'

/** The shape of a card whose address is being looked at. */
export function EmbedSkeleton({ address }: { address: string }) {
  return (
    <output className="edit-embed-card" aria-label={`Looking at ${address}`}>
      <Skeleton className="h-5 w-2/3 rounded-sm" />
      <Skeleton className="mt-2 h-4 w-full rounded-sm" />
      <span className="story-embed-from truncate" dir="ltr">
        {address}
      </span>
    </output>
  )
}
