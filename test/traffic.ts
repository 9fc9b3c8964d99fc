import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { createEventQueue } from '#site/analytics/event-queue.ts'
import type { QueueState } from '#site/analytics/worker-messages.ts'

export type BrowserKind = { address: string; agent: string; languages: string; headers?: Record<string, string> }

/** A browser that sends its events to the site through the queue of the real worker. */
export function aBrowser(url: string, { address, agent, languages, headers }: BrowserKind, now: () => Date) {
  let stored: QueueState | undefined
  let network: 'works' | 'fails' | 'loses answers' = 'works'
  let lost = 0

  const start = () =>
    createEventQueue({
      storage: { load: async () => structuredClone(stored), save: async (state) => (stored = structuredClone(state)) },
      post: async (body) => {
        if (network === 'fails') throw new TypeError('Failed to fetch')
        const answer = await fetch(`${url}/api/analytics`, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': address,
            'user-agent': agent,
            'accept-language': languages,
            ...headers,
          },
        })
        if (network !== 'loses answers') return answer
        lost += 1
        throw new TypeError('Failed to fetch')
      },
      now: () => now().getTime(),
      wait: async () => {},
      update() {},
    })

  let queue = start()
  return {
    send: (events: AnalyticsEvent[]) => queue.receive({ events, send: 'now' }),
    /** As a page does when the network is back. */
    retry: () => queue.receive({ events: [], send: 'retry' }),
    lostAnswers: () => lost,
    setNetwork: (state: typeof network) => (network = state),
    /** The browser stops the worker and starts it again with what was stored. */
    restart: () => void (queue = start()),
  }
}

/** The same numbers from 0 to 1 for every run (mulberry32). */
export function createChance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    happens: (share: number) => next() < share,
    below: (end: number) => Math.floor(next() * end),
    oneOf<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
  }
}
