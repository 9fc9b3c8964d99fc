import type { MembersPart } from '#contract/paywall.ts'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'

/** After the text: how a reader without a membership could read it. */
export function OpenedNote({ part: { because, gift, free } }: { part: MembersPart }) {
  const { site } = useShell()
  if (because !== 'gift' && because !== 'opened') return null
  return (
    <aside
      aria-label="How you read this story"
      className="mx-auto mt-10 flex max-w-reading items-start gap-3 rounded-lg bg-primary-50 px-5 py-4 text-gray-700"
    >
      <Icon name={because === 'gift' ? 'gift' : 'book-open'} size={20} className="mt-0.5 shrink-0 text-primary-700" />
      <p className="min-w-0">
        {because === 'gift' ? (
          <>
            A gift from <bdi className="font-medium wrap-anywhere text-gray-900">{gift?.from ?? 'a member'}</bdi>.
          </>
        ) : (
          <>You read this members’ story free. {describeLeft(free?.left ?? 0)}</>
        )}{' '}
        {!site.switchedOff.includes('membership') && (
          <Link to="/membership" className="font-medium underline">
            See what members get
          </Link>
        )}
      </p>
    </aside>
  )
}

function describeLeft(left: number) {
  if (left === 0) return 'You have no free stories left this month.'
  return `You have ${left} more this month.`
}
