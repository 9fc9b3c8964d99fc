import { useContext, useEffect, useState } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'
import type { Article } from '#contract/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isReachable } from '#site/offline/connection.ts'
import { DeviceViewerContext, type Head, type HeadArgs, useBoot } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { IconContext } from '#site/ui/icon-source.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EditStory } from './edit-story.tsx'
import { NewStory } from './new-story.tsx'
import { writingIcons } from '#site/articles/writing/offline/icons.ts'
import { findCopy } from '#site/articles/writing/offline/device-copy.ts'
import { OfflineSession, ReachedContext } from '#site/articles/writing/offline/offline-session.tsx'
import { type WritingAddress, addressOf, readAddress } from '#site/articles/writing/offline/writing-address.ts'
import { storedWriter } from '#site/articles/writing/offline/writer.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { OFFLINE_WORDS } from './status-words.ts'
import { useWriting } from './writing-context.ts'

export function head({ site, row }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}

const back = { to: '/articles', name: 'Your stories' }

type Found = { viewer: Viewer; wanted: WritingAddress; article: Article | null } | 'nothing'

/**
 * The editor without a network. The page itself is the same for every visitor; what it shows is stored on this device for the
 * person who is signed in here.
 */
export default function OfflineStoryPage() {
  const { base } = useBoot()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [found, setFound] = useState<Found | null>(null)
  // Only the browser knows where it was going: the stored page has no query.
  const [wanted, setWanted] = useState<WritingAddress | null>(null)
  // On the server, an icon that is asked for comes with the page.
  const icons = useContext(IconContext)
  for (const name of writingIcons) icons.get(name)
  const address = useHref(wanted ? addressOf(wanted) : '/offline')

  useEffect(() => {
    let left = false
    async function look() {
      const going = readAddress(new URLSearchParams(search).get('from') ?? '')
      if (going && navigator.onLine && (await isReachable(base))) {
        if (!left) await navigate(addressOf(going), { replace: true })
        return
      }
      const viewer = storedWriter()
      const article = going?.id && viewer ? await findCopy(viewer.id, going.id).catch(() => null) : null
      if (left) return
      if (!going || !viewer || (going.id !== null && !article)) return setFound('nothing')
      setWanted(going)
      setFound({ viewer, wanted: going, article })
    }
    void look()
    return () => {
      left = true
    }
  }, [base, navigate, search])

  // Without the router, for which it stays the same page: a reload asks for the story itself.
  useEffect(() => {
    if (wanted) history.replaceState(history.state, '', address)
  }, [wanted, address])

  if (found === null) return <PageSkeleton back={back} />
  if (found === 'nothing') return <NotStored />
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

/** Until the server has been reached, and whenever it cannot be. */
function OfflineNotice() {
  const reached = useContext(ReachedContext)
  const { state } = useWriting()
  if (state.keeping === 'no' || (reached && state.phase !== 'offline')) return null
  return (
    <div className="mx-auto w-full max-w-paper px-5 pt-4">
      <Banner tone="warning" title={OFFLINE_WORDS}>
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
