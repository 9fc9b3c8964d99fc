import { useSyncExternalStore } from 'react'
import type { Announcement } from '#contract/banners.ts'
import { ANNOUNCEMENT, dismissed, hideAnnouncement, showAnnouncement } from '#site/browser/first-dismissed.ts'
import { useApi, useShell } from '#site/page.ts'
import { PersonalPart } from '#site/rendering/personal-part.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'

const none: readonly string[] = []

/** The announcement for the viewer, above the header. On the page that members share it is a gap. */
export function Announcements() {
  const { announcements = [], viewer } = useShell()
  return (
    <PersonalPart name="banner">
      <AnnouncementBars announcements={announcements} signedIn={viewer !== null} />
    </PersonalPart>
  )
}

type Props = { announcements: readonly Announcement[]; signedIn: boolean }

/** Rendered also without a router, for the gap. One is visible: the others follow when it is dismissed. */
export function AnnouncementBars({ announcements, signedIn }: Props) {
  const api = useApi()
  const hidden = useSyncExternalStore(dismissed.subscribe, dismissed.get, () => none)
  const shown = announcements.filter((one) => !hidden.includes(nameOf(one)))
  if (shown.length === 0) return null

  function dismiss(announcement: Announcement) {
    const { id, revision } = announcement
    const name = nameOf(announcement)
    hideAnnouncement(name, { remember: !signedIn })
    focusNext()
    if (!signedIn) return
    api('PUT /api/announcements/{id}/dismissal', { params: { id }, body: { revision } }).catch(
      async (error: unknown) => {
        showAnnouncement(name)
        const { errorMessage } = await import('#site/errors/messages.ts')
        await toast({ tone: 'danger', title: 'Couldn’t dismiss the announcement', description: errorMessage(error) })
      },
    )
  }

  return (
    // A stored page is older than this visit, and that of a visitor.
    <div className="no-print in-data-stored:hidden">
      {shown.map((announcement, index) => (
        <AnnouncementBar
          key={nameOf(announcement)}
          announcement={announcement}
          name={nameOf(announcement)}
          later={index > 0}
          onDismiss={() => dismiss(announcement)}
        />
      ))}
    </div>
  )
}

function nameOf({ id, revision }: Announcement) {
  return `${id}.${revision}`
}

/** The button is gone: focus the next announcement, or the content. */
function focusNext() {
  requestAnimationFrame(() => {
    const next = [...document.querySelectorAll(`[${ANNOUNCEMENT}] button`)].find(
      (button) => button.getClientRects().length > 0,
    )
    const target = next instanceof HTMLElement ? next : document.getElementById('content')
    target?.focus({ preventScroll: true })
  })
}
