import { useEffect, useState } from 'react'
import { useApi } from '#site/page.ts'

const DEBOUNCE_MS = 300

/** Whether a category can have the slug, checked while typing. Null for none, and when the check failed. */
export function useSlugCheck(slug: string, id: string | null): 'asking' | 'free' | 'taken' | null {
  const api = useApi()
  const [known, setKnown] = useState<{ slug: string; free: boolean | null } | null>(null)

  useEffect(() => {
    if (slug === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      api('GET /api/admin/categories/slug', { query: { slug, ...(id && { id }) } }).then(
        ({ free }) => current && setKnown({ slug, free }),
        // The server checks again when it is saved.
        () => current && setKnown({ slug, free: null }),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, slug, id])

  if (slug === '') return null
  if (known?.slug !== slug) return 'asking'
  return known.free === null ? null : known.free ? 'free' : 'taken'
}
