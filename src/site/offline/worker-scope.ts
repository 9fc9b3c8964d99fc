/** The little of a service worker's world that is used here; the types of pages and of workers exclude each other. */
export type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
export type Fetching = Lasting & {
  request: Request
  /** The browser asks for a page while the worker wakes up. */
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type Hearing = Lasting & { data: unknown }

type Client = { postMessage(message: unknown): void }

export type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void>; matchAll(): Promise<Client[]> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Hearing) => void): void
}
