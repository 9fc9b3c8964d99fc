import type { Notification } from '#contract/notifications/notifications.ts'
import { setUnread } from '#site/live/unread.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { markNotification, markAllReadUpTo } from './read-marks.ts'

/** Optimistic actions: reverted with an error toast when they fail. */
export function useNotificationActions() {
  const api = useApi()

  async function attempt(title: string, undo: () => void, ask: () => Promise<{ unread: number }>) {
    try {
      setUnread((await ask()).unread)
    } catch (error) {
      undo()
      const { errorMessage } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title, description: errorMessage(error) })
    }
  }

  return {
    /** Runs in the background, so a failure is silent: they stay unread until the next visit. */
    async markSeen(notifications: readonly Notification[]) {
      const undo = notifications.map((notification) => markNotification(notification, { read: true, seen: true }))
      try {
        const ids = notifications.map(({ id }) => id)
        setUnread((await api('POST /api/notifications/read', { body: { ids } })).unread)
      } catch {
        for (const revert of undo) revert()
      }
    },
    setRead(notification: Notification, read: boolean) {
      if (notification.read === read) return
      const { id } = notification
      void attempt(
        read ? 'Couldn’t mark as read' : 'Couldn’t mark as unread',
        markNotification(notification, { read, seen: false }),
        () =>
          read
            ? api('POST /api/notifications/read', { body: { ids: [id] } })
            : api('POST /api/notifications/{id}/unread', { params: { id } }),
      )
    },
    remove(notification: Notification) {
      const { id } = notification
      void attempt('Couldn’t remove this notification', markNotification(notification, { removed: true }), () =>
        api('DELETE /api/notifications/{id}', { params: { id } }),
      )
    },
    /** Notifications that arrive later stay unread. */
    readAll(upTo: number) {
      void attempt('Couldn’t mark all as read', markAllReadUpTo(upTo, { byAction: true }), () =>
        api('POST /api/notifications/read', { body: { upTo } }),
      )
    },
  }
}
