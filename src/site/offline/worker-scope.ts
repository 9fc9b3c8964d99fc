/** The service worker types used here: TypeScript's DOM and WebWorker libraries cannot be combined. */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  /** Navigation preload: the browser requests the page while the worker starts. */
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type WorkerMessageEvent = ExtendableEvent & { data: unknown; ports: readonly MessagePort[] }

/** The decrypted push message. */
export type PushEvent = ExtendableEvent & { data: { json(): unknown } | null }
export type NotificationEvent = ExtendableEvent & { notification: Notification }

type Client = { postMessage(message: unknown): void }
export type Tab = Client & { url: string; focus(): Promise<unknown>; navigate(address: string): Promise<unknown> }

export type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(): Promise<Client[]>
    matchAll(wanted: { type: 'window'; includeUncontrolled: true }): Promise<Tab[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
}
