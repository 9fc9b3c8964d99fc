import type { NotificationEvent, PushEvent, WorkerScope } from './worker-scope.ts'

type Shown = { title: string; body: string; path: string; tag: string }

/** Shows a push notification; a click opens its target. */
export function handlePush(self: WorkerScope) {
  const { scope } = self.registration

  self.addEventListener('push', (event: PushEvent) => {
    const shown = readShown(event.data?.json())
    const { title, ...rest } = shown ?? { title: 'There is something new', body: '', path: '', tag: 'new' }
    // Browsers revoke the permission when a push shows no notification.
    const { body, tag, path } = rest
    event.waitUntil(
      self.registration.showNotification(title, {
        body,
        tag,
        data: path,
        icon: `${scope}icon-192.png`,
        dir: 'auto',
      }),
    )
  })

  self.addEventListener('notificationclick', (event: NotificationEvent) => {
    const { notification } = event
    notification.close()
    event.waitUntil(open(typeof notification.data === 'string' ? notification.data : ''))
  })

  /** Opens the URL in an existing tab or a new one. URLs of other origins are ignored. */
  async function open(path: string) {
    const wanted = new URL(path, scope).href
    const address = wanted.startsWith(scope) ? wanted : scope
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const [tab] = [...tabs.filter(({ url }) => url === address), ...tabs.filter(({ url }) => url.startsWith(scope))]
    if (!tab) return self.clients.openWindow(address)
    await tab.focus()
    return tab.url === address ? undefined : tab.navigate(address)
  }
}

function readShown(data: unknown): Shown | null {
  if (typeof data !== 'object' || data === null) return null
  const text = (name: string) => {
    const value: unknown = Reflect.get(data, name)
    return typeof value === 'string' ? value : ''
  }
  const shown = { title: text('title'), body: text('body'), path: text('path'), tag: text('tag') }
  return shown.title === '' ? null : shown
}
