import { useEffect, useState } from 'react'
import { Skeleton } from '#site/ui/skeleton.tsx'
import type { LinkPreview as PageMetadata } from '#contract/links.ts'
import { useApi } from '#site/page.ts'

export function LinkPreview({ address }: { address: string }) {
  const preview = useLinkPreview(address)
  if (preview.state === 'none') return null
  if (preview.state === 'failed') return <p className="text-sm text-gray-600">No preview available.</p>
  if (preview.state !== 'loaded')
    return (
      <output aria-label="Loading preview" className="grid gap-1.5 py-0.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-3.5 w-2/5" />
      </output>
    )
  const { title, site, description } = preview.page
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

type Preview = { state: 'none' | 'loading' | 'failed' } | { state: 'loaded'; page: PageMetadata }

/** Moving the caret across a link should not send a request. */
const DELAY_MS = 400
const cache = new Map<string, Promise<PageMetadata>>()

/** Metadata of the page at an address. Cached per address until reload; failures are not cached. */
function useLinkPreview(address: string): Preview {
  const api = useApi()
  const [preview, setPreview] = useState<Preview & { of?: string }>({ state: 'none' })
  const isPage = /^https?:\/\//i.test(address) && URL.canParse(address)
  useEffect(() => {
    if (!isPage) return
    let cancelled = false
    const load = async () => {
      const request = cache.get(address) ?? api('POST /api/links/look', { body: { address } })
      cache.set(address, request)
      try {
        const page = await request
        if (!cancelled) setPreview({ state: 'loaded', page, of: address })
      } catch {
        // The link works without its preview. The next request tries again.
        cache.delete(address)
        if (!cancelled) setPreview({ state: 'failed', of: address })
      }
    }
    const timer = setTimeout(() => void load(), cache.has(address) ? 0 : DELAY_MS)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [address, isPage, api])
  if (!isPage) return { state: 'none' }
  return preview.of === address ? preview : { state: 'loading' }
}
