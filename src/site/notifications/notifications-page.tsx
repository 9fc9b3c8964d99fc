import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { type NotificationFilter, filteredKinds, notificationFilters } from '#contract/notifications/filters.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { useUnread } from '#site/chrome/bell.tsx'
import { getLastSeq } from '#site/live/unread.ts'
import { usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { EmptyNotifications } from './empty-notifications.tsx'
import { useMarkedNotifications } from './read-marks.ts'
import { NotificationItem } from './notification-item.tsx'
import type { notificationsData } from './notifications-data.ts'
import { useNewNotifications } from './use-new-notifications.ts'
import { useNotificationActions } from './use-notification-actions.ts'
import { useSeenNotifications } from './use-seen-notifications.ts'

const PATH = '/user/notifications'
const names: Record<NotificationFilter, string> = {
  all: 'All',
  unread: 'Unread',
  responses: 'Responses',
  follows: 'Followers',
  likes: 'Likes',
  stories: 'Stories',
  membership: 'Membership and berries',
}
const words = { one: 'notification', many: 'notifications', next: 'Older', first: 'Back to the latest' }

const address = (query: Record<string, string | null>) => withQuery(PATH, query)

export default function NotificationsPage() {
  const data = usePageData<typeof notificationsData>()
  const { filter, preferences } = data
  return (
    <div className="pb-8">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Notifications</h1>
      <nav aria-label="Filter notifications" className="mt-6 -mx-5 overflow-x-auto px-5">
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
      {/* The key resets the list when the filter changes. */}
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
  const incoming = useNewNotifications(lastSeq, fits)
  const { readAll } = useNotificationActions()
  const unread = useUnread()
  return (
    <>
      <div className="mt-4 flex min-h-11 items-center justify-between gap-4 border-b border-gray-200 pb-3">
        <output className="text-sm text-gray-600">{unread === 0 ? 'You’re all caught up.' : `${unread} unread`}</output>
        <Button tone="quiet" size="sm" onClick={() => readAll(Math.max(lastSeq, getLastSeq()))} disabled={unread === 0}>
          <Icon name="check-check" size={16} />
          Mark all as read
        </Button>
      </div>
      {incoming.waiting > 0 && (
        <div className="sticky top-20 z-20 flex justify-center">
          <Button size="sm" onClick={incoming.show} className="shadow-lg">
            {incoming.waiting === 1 ? 'Show 1 new' : `Show ${incoming.waiting} new`}
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
        {(items) => (
          <Items notifications={withoutDuplicates([...incoming.shown, ...page.items, ...items])} filter={filter} />
        )}
      </InfiniteList>
    </>
  )
}

/** Removes duplicates and keeps the first, which is the newest version. */
function withoutDuplicates(notifications: Notification[]) {
  const known = new Set<string>()
  return notifications.filter(({ id }) => !known.has(id) && known.add(id))
}

type ItemsProps = { notifications: Notification[]; filter: NotificationFilter }

function Items({ notifications: given, filter }: ItemsProps) {
  const { setRead, remove, markSeen } = useNotificationActions()
  const notifications = useMarkedNotifications(given)
  const list = useSeenNotifications(notifications, (seen) => void markSeen(seen))
  if (notifications.length === 0) return <EmptyNotifications filter={filter} />
  return (
    <ul ref={list}>
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationItem
            notification={notification}
            onRead={(read) => setRead(notification, read)}
            onRemove={() => remove(notification)}
          />
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
