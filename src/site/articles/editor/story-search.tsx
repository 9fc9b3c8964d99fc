import { type KeyboardEvent, useEffect, useState } from 'react'
import { useApi } from '#site/page.ts'
import { useSuggestions } from '#site/articles/writing/settings/use-suggestions.ts'

export type FoundStory = { href: string; title: string; detail: string }

const MAX_FOUND = 6
/** Longer texts are not searched for. */
const MAX_QUERY_LENGTH = 200

/** Stories of the site, the writer's own first. Empty while the text is an address. */
export function useStorySearch(typed: string, isAddress: boolean) {
  const api = useApi()
  const [active, setActive] = useState(-1)
  const words = isAddress ? '' : typed.trim().slice(0, MAX_QUERY_LENGTH)
  const { found, asking } = useSuggestions<FoundStory>(words, async (q) => {
    const [own, all] = await Promise.all([
      api('GET /api/articles', { query: { state: 'published', q, limit: MAX_FOUND } }),
      api('GET /api/search/suggest', { query: { q } }),
    ])
    const stories = [
      ...own.items.map(({ ref, title }) => ({ href: `/story/${ref}`, title, detail: 'Your story' })),
      ...all.stories.map(({ slug, title, author }) => ({ href: `/story/${slug}`, title, detail: author })),
    ]
    const isFirst = ({ href }: FoundStory, index: number) => stories.findIndex((one) => one.href === href) === index
    return stories.filter(isFirst).slice(0, MAX_FOUND)
  })
  return { words, found, asking, active, setActive }
}

type Search = ReturnType<typeof useStorySearch>

/** Arrow keys move through the results. True when the key was used. */
export function moveInResults(event: KeyboardEvent, { found, active, setActive }: Search): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || found.length === 0) return false
  setActive(active < 0 && step < 0 ? found.length - 1 : (active + step + found.length) % found.length)
  event.preventDefault()
  return true
}

export function StoryResults({
  id,
  search,
  onChoose,
}: {
  id: string
  search: Search
  onChoose(story: FoundStory): void
}) {
  const { words, found, asking, active } = search
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  if (words === '') return null
  if (found.length === 0)
    return (
      <output className="text-sm text-gray-600">
        {asking ? '' : 'No stories found. Try other words or paste a URL.'}
      </output>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- focus stays in the field
    <div id={id} role="listbox" aria-label="Stories" tabIndex={-1} className="max-h-60 overflow-y-auto">
      {found.map((story, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keys
        <div
          key={story.href}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(story)}
          className="min-h-11 cursor-pointer rounded-sm px-2 py-1 text-sm hover:bg-gray-50 aria-selected:bg-gray-100"
        >
          <span dir="auto" className="block truncate font-medium text-gray-900">
            {story.title}
          </span>
          <span className="block truncate text-gray-600">{story.detail}</span>
        </div>
      ))}
    </div>
  )
}
