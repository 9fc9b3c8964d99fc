import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Head, type HeadArgs, useBoot } from '#site/page.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Button } from '#site/ui/button.tsx'
import { type ReadStory, readStories } from './read-stories.ts'
import { Link } from '#site/ui/link.tsx'

export function head({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}

/** Lists the stories that this browser has stored. */
export default function OfflinePage() {
  const { base } = useBoot()
  const [stories, setStories] = useState<ReadStory[] | null>(null)
  const from = useFrom()
  useEffect(() => {
    const none = () => setStories([])
    if ('caches' in globalThis) readStories(base).then(setStories, none)
    else none()
  }, [base])

  return (
    <div className="mx-auto max-w-3xl px-5">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Reading offline</h1>
      <p className="mt-3 text-md text-gray-600">
        You can read stories that you recently opened or saved in this browser.
      </p>
      {from && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <p className="min-w-0 break-words">This page isn’t available offline.</p>
          <Button tone="quiet" onClick={() => location.assign(base + from.slice(1))}>
            Try again
          </Button>
        </div>
      )}
      <div className="mt-6 min-h-40 border-t border-gray-200" aria-busy={stories === null}>
        {stories?.length === 0 && (
          <p className="py-8 text-gray-600">No stories yet. Open or save a story while you’re online.</p>
        )}
        {stories && stories.length > 0 && (
          <ul>
            {stories.map((story) => (
              <li key={story.path} className="border-b border-gray-200">
                <ReadLink {...story} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function ReadLink({ path, title, author, language }: ReadStory) {
  return (
    <Link to={path} className="block py-4 hover:bg-gray-50">
      <span className="block font-serif text-lg font-semibold break-words" {...inLanguage(language)}>
        {title}
      </span>
      <span className="mt-1 block text-sm text-gray-600" dir="auto">
        {author}
      </span>
    </Link>
  )
}

/** The path that the service worker redirected from. Read after hydration: the stored page is the same for every path. */
function useFrom() {
  const [from, setFrom] = useState<string | null>(null)
  const { search } = useLocation()
  useEffect(() => {
    const given = new URLSearchParams(search).get('from')
    setFrom(given && /^\/(?![/\\])/.test(given) ? given : null)
  }, [search])
  return from
}
