import type { Clicking, Pushing, WorkerScope } from './worker-scope.ts'

type Shown = { title: string; body: string; path: string; tag: string }

/** Shows what the site has to tell, whether or not it is open; a press leads to what it is about. */
export function showPushed(self: WorkerScope) {
  const { scope } = self.registration

  self.addEventListener('push', (event: Pushing) => {
    const shown = readShown(event.data?.json())
    const { title, ...rest } = shown ?? { title: 'There is something new', body: '', path: '', tag: 'new' }
    // A browser that shows nothing for a push takes the permission away, so there is always something.
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

  self.addEventListener('notificationclick', (event: Clicking) => {
    const { notification } = event
    notification.close()
    event.waitUntil(open(typeof notification.data === 'string' ? notification.data : ''))
  })

  /** In a tab that is open, or in a new one. Nothing outside the site is opened, whatever was sent. */
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
