import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { useStore } from '#site/ui/store.ts'
import type { LikeState, Liked } from './like-state.ts'
import { Link } from '#site/ui/link.tsx'

type Props = {
  like: LikeState
  /** The server-rendered value, used for hydration. */
  given: Liked
  /** The accessible name of the liked item. */
  what: string
  /** Where to return to after signing in. */
  path: string
  look: string
  size?: number
  onToggle(): void
}

export function LikeButton({ like, given, what, path, look, size = 18, onToggle }: Props) {
  const { viewer } = useShell()
  const { liked, likes } = useStore(
    like,
    (value) => value,
    () => given,
  )
  const inside = (
    <>
      <Icon name="heart" size={size} className={liked ? 'fill-current text-danger-700' : ''} />
      {likes > 0 && <span className="tabular-nums">{likes.toLocaleString('en-GB')}</span>}
    </>
  )
  // The accessible name must include the visible count.
  const name = likes > 0 ? `Like ${what}, ${likes.toLocaleString('en-GB')}` : `Like ${what}`
  if (!viewer)
    return (
      <Link to={withNext('/auth/newauth', path)} className={look} aria-label={name} target="_self">
        {inside}
      </Link>
    )
  return (
    <button type="button" className={look} aria-label={name} aria-pressed={liked} onClick={onToggle}>
      {inside}
    </button>
  )
}
