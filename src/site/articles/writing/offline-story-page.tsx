import { useContext, useEffect, useState } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'
import type { Article } from '#contract/articles/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isReachable } from '#site/offline/connection.ts'
import { DeviceViewerContext, type Head, type HeadArgs, useBoot } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { IconContext } from '#site/ui/icon-source.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EditStory } from './edit-story.tsx'
import { NewStory } from './new-story.tsx'
import { writingIcons } from '#site/articles/writing/offline/icons.ts'
import { findCopy } from '#site/offline/article-copies.ts'
import { OfflineSession, ReachedContext } from '#site/articles/writing/offline/offline-session.tsx'
import {
  type WritingAddress,
  formatWritingAddress,
  parseWritingAddress,
} from '#site/articles/writing/offline/writing-address.ts'
import { storedWriter } from '#site/offline/writer.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { OFFLINE_MESSAGE } from './save-status-text.ts'
import { useWriting } from './writing-context.ts'

export function head({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}

const back = { to: '/articles', name: 'Your stories' }

type Found = { viewer: Viewer; wanted: WritingAddress; article: Article | null } | 'not-stored'

/**
 * The editor without a network. The page is the same for every visitor; its content is stored on this device for the
 * signed-in person.
 */
export default function OfflineStoryPage() {
  const { base } = useBoot()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [found, setFound] = useState<Found | null>(null)
  // The stored page has no query, so the target URL is known only in the browser.
  const [wanted, setWanted] = useState<WritingAddress | null>(null)
  // On the server, requested icons are embedded in the page.
  const icons = useContext(IconContext)
  for (const name of writingIcons) icons.get(name)
  const address = useHref(wanted ? formatWritingAddress(wanted) : '/offline')

  useEffect(() => {
    let left = false
    async function load() {
      const target = parseWritingAddress(new URLSearchParams(search).get('from') ?? '')
      if (target && navigator.onLine && (await isReachable(base))) {
        if (!left) await navigate(formatWritingAddress(target), { replace: true })
        return
      }
      const viewer = storedWriter()
      const article = target?.id && viewer ? await findCopy(viewer.id, target.id).catch(() => null) : null
      if (left) return
      if (!target || !viewer || (target.id !== null && !article)) return setFound('not-stored')
      setWanted(target)
      setFound({ viewer, wanted: target, article })
    }
    void load()
    return () => {
      left = true
    }
  }, [base, navigate, search])

  // Bypasses the router, so that the page stays mounted and a reload requests the story itself.
  useEffect(() => {
    if (wanted) history.replaceState(history.state, '', address)
  }, [wanted, address])

  if (found === null) return <PageSkeleton back={back} />
  if (found === 'not-stored') return <NotStored />
  const { viewer, article } = found
  return (
    <DeviceViewerContext value={viewer}>
      <OfflineSession writer={viewer}>
        {article ? (
          <EditStory first={article} fromAdmin={found.wanted.admin} above={<OfflineNotice />} />
        ) : (
          <NewStory templates={[]} above={<OfflineNotice />} />
        )}
      </OfflineSession>
    </DeviceViewerContext>
  )
}

/** Shown until the server has been reached, and whenever it is unreachable. */
function OfflineNotice() {
  const reached = useContext(ReachedContext)
  const { state } = useWriting()
  if (state.localCopy === 'failed' || (reached && state.phase !== 'offline')) return null
  return (
    <div className="mx-auto w-full max-w-paper px-5 pt-4">
      <Banner tone="warning" title={OFFLINE_MESSAGE}>
        We’ll save them to the site when you’re back online.
      </Banner>
    </div>
  )
}

function NotStored() {
  return (
    <div className="mx-auto max-w-paper px-5 pt-12">
      <h1 className="font-serif text-2xl font-semibold">You’re offline</h1>
      <p className="mt-3 text-md text-gray-600">
        This story isn’t stored on this device. Connect to the internet to open it.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={() => location.reload()}>Try again</Button>
        <ButtonLink tone="quiet" to="/offline">
          Stories you can read offline
        </ButtonLink>
      </div>
    </div>
  )
}
