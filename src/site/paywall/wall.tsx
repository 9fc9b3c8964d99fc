import type { ReactNode } from 'react'
import { useMatch } from 'react-router'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = {
  /** The remaining reading time. */
  minutes?: number | null
  /** The return path after sign-in; null when signed in. */
  signInFor?: string | null
  /** What this reader can do, instead of the general words. */
  words?: ReactNode
  /** The main button, before those that lead to other pages. */
  action?: ReactNode
}

/** The paywall. Without scripts its links work. */
export function Wall({ minutes, signInFor, words, action }: Props) {
  const { site } = useShell()
  // So that the reader comes back to the story after joining.
  const story = useMatch('/story/:article')?.params.article
  const sold = !site.switchedOff.includes('membership')
  return (
    <aside
      aria-label="For members"
      className="members-only no-print relative mx-auto mt-10 max-w-reading rounded-lg border border-primary-200 bg-primary-50 px-6 py-9 text-center"
    >
      <Icon name="lock-keyhole" size={28} className="mx-auto text-primary-700" />
      <p className="mt-3 font-serif text-xl font-semibold text-balance">The rest of this story is for members</p>
      <p className="mt-2 text-pretty text-gray-700">
        {minutes ? `${minutes} more ${minutes === 1 ? 'minute' : 'minutes'} to read. ` : ''}
        {words ?? 'Members read every story in full.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {action}
        {sold && (
          <ButtonLink
            to={story ? `/membership?story=${encodeURIComponent(story)}` : '/membership'}
            {...(action ? { tone: 'quiet' as const } : {})}
          >
            Become a member
          </ButtonLink>
        )}
        {signInFor && (
          <ButtonLink to={withNext('/auth/newauth', signInFor)} tone="quiet">
            Sign in
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}
