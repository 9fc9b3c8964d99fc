import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Review } from '#contract/articles/submissions.ts'
import { titleOf } from '#site/stories/article-labels.ts'
import { onShortcut } from '#site/browser/first-keys.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'

const PREVIOUS_KEY = '['
const NEXT_KEY = ']'

const urlOf = (id: string) => `/admin/articles/preview/${id}`

/** The place in the review queue, with links to its neighbours, which have keys. */
export function QueueNav({ queue }: { queue: Review['queue'] }) {
  const { place, of, previous, next } = queue
  const navigate = useNavigate()
  const previousUrl = previous && urlOf(previous.id)
  const nextUrl = next && urlOf(next.id)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!mayBeShortcut(event)) return
      const url = event.key === PREVIOUS_KEY ? previousUrl : event.key === NEXT_KEY ? nextUrl : null
      if (!url) return
      event.preventDefault()
      void navigate(url)
    }
    return onShortcut(onKey)
  }, [navigate, previousUrl, nextUrl])

  if (of === 0) return null
  return (
    <nav aria-label="Review queue" className="flex items-center gap-1 text-sm text-gray-600">
      {previous && previousUrl && (
        <QueueLink
          to={previousUrl}
          shortcut={PREVIOUS_KEY}
          label={`Previous: ${titleOf(previous)}`}
          icon="chevron-left"
        />
      )}
      <span className="tabular-nums">
        {place === null
          ? `${of.toLocaleString('en')} to review`
          : `${place.toLocaleString('en')} of ${of.toLocaleString('en')}`}
      </span>
      {next && nextUrl && (
        <QueueLink to={nextUrl} shortcut={NEXT_KEY} label={`Next: ${titleOf(next)}`} icon="chevron-right" />
      )}
    </nav>
  )
}

type LinkProps = { to: string; shortcut: string; label: string; icon: string }

function QueueLink({ to, shortcut, label, icon }: LinkProps) {
  return (
    <Link
      to={to}
      aria-keyshortcuts={shortcut}
      aria-label={label}
      title={`${label} (${shortcut})`}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-full hover:bg-gray-100 hover:text-gray-900 pointer-fine:min-h-9"
    >
      <Icon name={icon} size={18} className="rtl:-scale-x-100" />
      <kbd aria-hidden className="font-mono text-xs max-sm:hidden">
        {shortcut}
      </kbd>
    </Link>
  )
}
