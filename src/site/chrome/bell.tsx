import { useEffect, useState } from 'react'
import { useChromeViewer } from '#site/offline/device-viewer.ts'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'

const MOST_SHOWN = 99

/** The number of unread notifications, updated live. */
export function useUnread(): number {
  const { notifications } = useShell()
  const viewer = useChromeViewer()
  const [live, setLive] = useState<number | null>(null)
  // An admin who views the site as this person gets no personal events.
  const personId = viewer?.impersonation ? undefined : viewer?.id
  const lastSeq = notifications?.lastSeq ?? 0

  // Not in the initial bundle: most readers are visitors.
  useEffect(() => {
    if (personId === undefined) return undefined
    let stop: (() => void) | null = null
    let left = false
    import('#site/live/unread.ts').then(
      ({ watchUnread }) => {
        if (!left) stop = watchUnread(personId, lastSeq, setLive)
      },
      // Offline: keep the count of the page.
      () => {},
    )
    return () => {
      left = true
      stop?.()
    }
    // `lastSeq` is only the starting point; later changes arrive on the stream.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [personId])

  return live ?? notifications?.unread ?? 0
}

export function Bell() {
  return <BellLink unread={useUnread()} />
}

export function BellLink({ unread }: { unread: number }) {
  return (
    <Link
      to="/user/notifications"
      viewTransition
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      className="grid size-11 place-items-center rounded-full text-gray-600 hover:bg-gray-100 hover:text-gray-900"
    >
      <CountedBell unread={unread} />
    </Link>
  )
}

/** The count is generated content; its text for screen readers is in the link's label. */
export function CountedBell({ unread }: { unread: number }) {
  return (
    <span className="relative grid">
      <Icon name="bell" />
      {unread > 0 && (
        <span
          aria-hidden
          data-count={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          className="absolute -top-2 start-3 grid h-5 min-w-5 place-items-center rounded-full bg-primary-700 px-1 text-sm leading-none font-medium text-white tabular-nums ring-2 ring-white before:content-[attr(data-count)]"
        />
      )}
    </span>
  )
}
