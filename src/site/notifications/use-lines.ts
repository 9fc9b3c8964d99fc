import type { Notification } from '#contract/notifications/notifications.ts'
import { setUnread } from '#site/live/unread.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { mark, markAllTo } from './marks.ts'

/** What can be done with lines. It shows at once, and is taken back if it was refused. */
export function useLineActions() {
  const api = useApi()

  async function attempt(title: string, undo: () => void, ask: () => Promise<{ unread: number }>) {
    try {
      setUnread((await ask()).unread)
    } catch (error) {
      undo()
      const { sentenceOf } = await import('#site/errors/messages.ts')
      await toast({ tone: 'danger', title, description: sentenceOf(error) })
    }
  }

  return {
    setRead(line: Notification, read: boolean) {
      if (line.read === read) return
      const { id } = line
      void attempt(read ? 'It is not marked as read' : 'It is still marked as read', mark(line, { read }), () =>
        read
          ? api('POST /api/notifications/read', { body: { ids: [id] } })
          : api('POST /api/notifications/{id}/unread', { params: { id } }),
      )
    },
    remove(line: Notification) {
      const { id } = line
      void attempt('It could not be removed', mark(line, { removed: true }), () =>
        api('DELETE /api/notifications/{id}', { params: { id } }),
      )
    },
    /** All that the viewer can know of; what arrives meanwhile stays. */
    readAll(upTo: number) {
      void attempt('They are not marked as read', markAllTo(upTo), () =>
        api('POST /api/notifications/read', { body: { upTo } }),
      )
    },
  }
}
