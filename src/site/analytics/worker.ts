import type { WorkerScope } from '#site/offline/worker-scope.ts'
import { createEventQueue } from './event-queue.ts'
import type { WorkerRequest } from './worker-messages.ts'

declare const self: WorkerScope

const { scope } = self.registration
const open = () => caches.open('bramble-analytics')

const queue = createEventQueue({
  storage: {
    load: async () => (await (await open()).match(scope))?.json(),
    save: async (state) => (await open()).put(scope, new Response(JSON.stringify(state))),
  },
  post: (body) => fetch(scope, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  update: () => void self.registration.update().catch(() => {}),
})

self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (isRequest(data)) event.waitUntil(queue.receive(data).then((state) => ports[0]?.postMessage(state)))
})

function isRequest(data: unknown): data is WorkerRequest {
  return 'events' in Object(data)
}
