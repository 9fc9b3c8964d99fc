import { Skeleton } from '#site/ui/skeleton.tsx'
import { useLook } from './use-look.ts'

/** What a link leads to, so that nobody has to open it to know. */
export function LinkPreview({ address }: { address: string }) {
  const look = useLook(address)
  if (look.state === 'none') return null
  if (look.state === 'failed') return <p className="text-sm text-gray-600">We could not look at that page just now.</p>
  if (look.state !== 'seen')
    return (
      <output aria-label="Looking at the page" className="grid gap-1.5 py-0.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-3.5 w-2/5" />
      </output>
    )
  const { title, site, description } = look.page
  return (
    <div className="min-w-0 text-sm">
      <p dir="auto" className="line-clamp-2 font-medium text-gray-900 wrap-anywhere">
        {title || site}
      </p>
      {description && (
        <p dir="auto" className="line-clamp-2 text-gray-600 wrap-anywhere">
          {description}
        </p>
      )}
      {title && <p className="truncate text-gray-600">{site}</p>}
    </div>
  )
}
