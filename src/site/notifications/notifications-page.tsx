import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { type NotificationFilter, filteredKinds, notificationFilters } from '#contract/notifications/filters.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { useUnread } from '#site/chrome/bell.tsx'
import { lastChange } from '#site/live/unread.ts'
import { usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { EmptyNotifications } from './empty-notifications.tsx'
import { useMarked } from './marks.ts'
import { NotificationLine } from './notification-line.tsx'
import type { notificationsData } from './notifications-data.ts'
import { useArrivals } from './use-arrivals.ts'
import { useLineActions } from './use-lines.ts'

const PATH = '/user/notifications'
const names: Record<NotificationFilter, string> = {
  all: 'All',
  unread: 'Not read',
  responses: 'Responses',
  follows: 'Followers',
  likes: 'Likes',
  stories: 'Stories',
}
const words = { one: 'notification', many: 'notifications', next: 'Older', first: 'Back to the latest' }

const address = (query: Record<string, string | null>) => withQuery(PATH, query)

export default function NotificationsPage() {
  const data = usePageData<typeof notificationsData>()
  const { filter, preferences } = data
  return (
    <div className="pb-8">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Notifications</h1>
      <nav aria-label="Which notifications" className="mt-6 -mx-5 overflow-x-auto px-5">
        <ul className="flex gap-2 pb-2">
          {notificationFilters.map((name) => (
            <li key={name}>
              <PillLink
                to={address({ filter: name === 'all' ? null : name })}
                current={!preferences && filter === name}
              >
                {names[name]}
              </PillLink>
            </li>
          ))}
          <li>
            <PillLink to={address({ show: 'preferences' })} current={preferences}>
              Preferences
            </PillLink>
          </li>
        </ul>
      </nav>
      {/* Another filter is another list: what arrived for the one is not carried into the other. */}
      {preferences ? <PreferencesSlot /> : <List key={filter} {...data} />}
    </div>
  )
}

function PreferencesSlot() {
  const [Preferences, setPreferences] = useState<ComponentType | null>(null)
  useEffect(() => {
    void import('./preferences.tsx').then((module) => setPreferences(() => module.Preferences))
  }, [])
  return Preferences ? <Preferences /> : <Skeletons />
}

type Listed = ReturnType<typeof usePageData<typeof notificationsData>>

function List({ page, filter, first, lastSeq }: Listed) {
  const fits = useCallback(
    ({ kind }: Notification) =>
      first && (filter === 'all' || filter === 'unread' || filteredKinds[filter].includes(kind)),
    [filter, first],
  )
  const arrivals = useArrivals(lastSeq, fits)
  const { readAll } = useLineActions()
  const unread = useUnread()
  return (
    <>
      <div className="mt-4 flex min-h-11 items-center justify-between gap-4 border-b border-gray-200 pb-3">
        <output className="text-sm text-gray-600">
          {unread === 0 ? 'You have read everything.' : `${unread} not read`}
        </output>
        <Button tone="quiet" size="sm" onClick={() => readAll(Math.max(lastSeq, lastChange()))} disabled={unread === 0}>
          <Icon name="check-check" size={16} />
          Mark all as read
        </Button>
      </div>
      {arrivals.waiting > 0 && (
        <div className="sticky top-20 z-20 flex justify-center">
          <Button size="sm" onClick={arrivals.show} className="shadow-lg">
            {arrivals.waiting === 1 ? 'Show 1 new' : `Show ${arrivals.waiting} new`}
          </Button>
        </div>
      )}
      <InfiniteList
        page={page}
        first={first ? null : address({ filter: filter === 'all' ? null : filter })}
        pathOf={(before) => address({ filter: filter === 'all' ? null : filter, before })}
        words={words}
        skeleton={<Skeletons />}
      >
        {(items) => <Lines lines={once([...arrivals.shown, ...page.items, ...items])} filter={filter} />}
      </InfiniteList>
    </>
  )
}

/** What arrived, what the page came with, what was unrolled before: each line as it was said first. */
function once(lines: Notification[]) {
  const known = new Set<string>()
  return lines.filter(({ id }) => !known.has(id) && known.add(id))
}

type LinesProps = { lines: Notification[]; filter: NotificationFilter }

function Lines({ lines: given, filter }: LinesProps) {
  const { setRead, remove } = useLineActions()
  const lines = useMarked(given)
  if (lines.length === 0) return <EmptyNotifications filter={filter} />
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.id}>
          <NotificationLine line={line} onRead={(read) => setRead(line, read)} onRemove={() => remove(line)} />
        </li>
      ))}
    </ul>
  )
}

function Skeletons() {
  return (
    <div aria-hidden>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 border-b border-gray-200 px-3 py-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-3/4 rounded-sm" />
            <Skeleton className="h-4 w-24 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}
