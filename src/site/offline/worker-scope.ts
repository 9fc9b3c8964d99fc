/** The little of a service worker's world that is used here; the types of pages and of workers exclude each other. */
export type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
export type Fetching = Lasting & {
  request: Request
  /** The browser asks for a page while the worker wakes up. */
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type Hearing = Lasting & { data: unknown }

/** What a push service brought, already opened by the browser. */
export type Pushing = Lasting & { data: { json(): unknown } | null }
export type Clicking = Lasting & { notification: Notification }

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
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Hearing) => void): void
  addEventListener(type: 'push', listener: (event: Pushing) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicking) => void): void
}
