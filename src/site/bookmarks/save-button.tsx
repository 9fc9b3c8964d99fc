import { useLocation } from 'react-router'
import { sayNotLoaded } from '#site/browser/first-input.ts'
import { useApi, useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { type Savable, keyOf, saveToggle, useSaved } from './saved-store.ts'
import { Link } from '#site/ui/link.tsx'

const looks = {
  // Negative margins enlarge the touch target without changing the layout.
  card: 'relative z-10 -my-3 -me-3 size-11',
  page: 'size-11 ring-1 ring-inset ring-gray-300 pointer-fine:size-9',
}
const shared =
  'inline-grid shrink-0 place-items-center rounded-full text-gray-600 transition-colors hover:bg-gray-100 hover:text-gray-900 aria-pressed:text-primary-700'

type Props = { story: Savable; look?: keyof typeof looks }

/** Visitors are sent to sign in and return. */
export function SaveButton({ story, look = 'card' }: Props) {
  const { viewer } = useShell()
  const { pathname, search } = useLocation()
  const className = `${shared} ${looks[look]}`
  if (viewer) return <Toggle story={story} viewerId={viewer.id} look={look} className={className} />
  return (
    <Link
      to={`/auth/newauth?next=${encodeURIComponent(pathname + search)}`}
      aria-label="Sign in to save this story"
      data-save={look}
      className={className}
    >
      <Icon name="bookmark" />
    </Link>
  )
}

type ToggleProps = { story: Savable; viewerId: string; look: string; className: string }

function Toggle({ story, viewerId, look, className }: ToggleProps) {
  const api = useApi()
  const saved = useSaved(story)

  function toggle() {
    const key = keyOf(viewerId, story.id)
    // Loaded on the first click.
    const code = import('./toggle-save.ts')
    const sent = saveToggle(key, saved).toggle(async (on) => (await code).sendSaved(api, story, on))
    code.then(({ reportSaved }) => reportSaved({ api, key, story, before: saved, sent }), sayNotLoaded)
    // Reported above.
    sent.catch(() => {})
  }

  return (
    <button
      type="button"
      aria-pressed={saved}
      aria-label={`Save “${story.title}”`}
      data-save={look}
      className={className}
      onClick={toggle}
    >
      <Icon name="bookmark" className={saved ? '**:fill-current' : ''} />
    </button>
  )
}
