import { useEffect, useState } from 'react'
import type { Suggestions } from '#contract/search.ts'
import { useApi } from '#site/page.ts'
import { searchAddress } from './search-address.ts'

const DEBOUNCE_MS = 120

export type Suggestion = { to: string; label: string; detail?: string; icon: string; group: string }

/** Debounced. Responses to outdated queries are ignored. */
export function useSuggestions(typed: string): Suggestion[] {
  const api = useApi()
  const [answer, setAnswer] = useState<{ q: string; list: Suggestion[] }>({ q: '', list: [] })
  const q = typed.trim()

  useEffect(() => {
    if (q === '') return
    let wanted = true
    const ask = () =>
      api('GET /api/search/suggest', { query: { q } }).then(
        (found) => wanted && setAnswer({ q, list: toSuggestions(found) }),
        // Suggestions are optional. The next keystroke retries.
        () => wanted && setAnswer({ q, list: [] }),
      )
    const pause = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      wanted = false
      clearTimeout(pause)
    }
  }, [api, q])

  if (q === '') return []
  const whole = { to: searchAddress({ q }), label: `Search for “${q}”`, icon: 'search', group: 'Search' }
  // Old suggestions stay until new ones arrive, to avoid flicker.
  return [whole, ...answer.list]
}

function toSuggestions({ stories, creators, tags, categories }: Suggestions): Suggestion[] {
  return [
    ...stories.map(({ slug, title, author }) => ({
      to: `/story/${slug}`,
      label: title,
      detail: author,
      icon: 'file-text',
      group: 'Stories',
    })),
    ...creators.map(({ handle, name }) => ({
      to: `/user/${handle}`,
      label: name,
      detail: `@${handle}`,
      icon: 'user',
      group: 'Creators',
    })),
    ...tags.map(({ slug, name }) => ({
      to: `/tag/${encodeURIComponent(slug)}`,
      label: name,
      icon: 'tag',
      group: 'Tags',
    })),
    ...categories.map(({ slug, name }) => ({
      to: `/category/${slug}`,
      label: name,
      icon: 'folder',
      group: 'Categories',
    })),
  ]
}
