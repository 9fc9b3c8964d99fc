import type { Document } from '#contract/document/document.ts'
import type { LocalStore, TrailState } from './kept.ts'
import { same } from './same.ts'

const MOST_STATES = 50
const MOST_LETTERS = 2_000_000
const APART_MS = 3000

/** What an article's text was, now and then, so that undo goes on after a reload. */
export function createTrail({ store, articleId, person }: { store: LocalStore; articleId: string; person: string }) {
  let states: TrailState[] = []
  let last: Document | null = null

  return {
    /** Reads it, oldest first, without what is shown already. */
    async open(current: Document): Promise<Document[]> {
      states = (await store.trail(articleId)).filter((state) => state.person === person)
      const bodies = states.map(({ body }) => body)
      while (bodies.length > 0 && same(bodies.at(-1), current)) bodies.pop()
      return bodies
    },

    /** Takes a step down. Two in quick succession are one, unless the first must not be missed. */
    async step(body: Document, { surely = false } = {}) {
      const newest = states.at(-1)
      const at = Math.max(Date.now(), (newest?.at ?? 0) + 1)
      if (body === last || (!surely && newest && at - newest.at < APART_MS)) return
      if (newest && same(newest.body, body)) return
      last = body
      const state = { articleId, person, at, size: JSON.stringify(body).length, body }
      states.push(state)
      await store.addToTrail(state)
      await cut()
    },
  }

  async function cut() {
    let letters = states.reduce((sum, { size }) => sum + size, 0)
    let upTo = 0
    // The newest stays however long it is.
    while (states.length > 1 && (states.length > MOST_STATES || letters > MOST_LETTERS)) {
      const oldest = states.shift()
      letters -= oldest?.size ?? 0
      upTo = oldest?.at ?? upTo
    }
    if (upTo > 0) await store.cutTrail(articleId, upTo)
  }
}
