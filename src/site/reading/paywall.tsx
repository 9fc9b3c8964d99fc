import { withNext } from '#site/identity/sign-in/next-path.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = {
  /** The remaining reading time. */
  minutes?: number | null
  /** The return path after sign-in; null when signed in. */
  signInFor?: string | null
}

/** The paywall. */
export function Paywall({ minutes, signInFor }: Props) {
  return (
    <aside
      aria-label="For members"
      className="wall no-print relative mx-auto mt-10 max-w-reading rounded-lg border border-primary-200 bg-primary-50 px-6 py-9 text-center"
    >
      <Icon name="lock-keyhole" size={28} className="mx-auto text-primary-700" />
      <p className="mt-3 font-serif text-xl font-semibold text-balance">The rest of this story is for members</p>
      <p className="mt-2 text-gray-700">
        {minutes ? `${minutes} more ${minutes === 1 ? 'minute' : 'minutes'} to read. ` : ''}
        Members read every story in full and support its authors.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/membership">Become a member</ButtonLink>
        {signInFor && (
          <ButtonLink to={withNext('/auth/newauth', signInFor)} tone="quiet">
            Sign in
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}
