import type { Document } from '#contract/document/document.ts'
import { isEqual } from './equality.ts'
import type { HistoryEntry, LocalStore } from './local-store.ts'

const MAX_ENTRIES = 50
const MAX_CHARACTERS = 2_000_000
const MIN_INTERVAL_MS = 3000

/** Earlier states of an article's text, so that undo works after a reload. */
export function createEditHistory({
  store,
  articleId,
  person,
}: {
  store: LocalStore
  articleId: string
  person: string
}) {
  let entries: HistoryEntry[] = []
  let last: Document | null = null

  return {
    /** Oldest first, without trailing entries that equal the current text. */
    async load(current: Document): Promise<Document[]> {
      entries = (await store.listHistory(articleId)).filter((entry) => entry.person === person)
      const bodies = entries.map(({ body }) => body)
      while (bodies.length > 0 && isEqual(bodies.at(-1), current)) bodies.pop()
      return bodies
    },

    /** Skips an entry soon after another one, unless forced. */
    async add(body: Document, { force }: { force: boolean }) {
      const newest = entries.at(-1)
      const at = Math.max(Date.now(), (newest?.at ?? 0) + 1)
      if (body === last || (!force && newest && at - newest.at < MIN_INTERVAL_MS)) return
      if (newest && isEqual(newest.body, body)) return
      last = body
      const entry = { articleId, person, at, size: JSON.stringify(body).length, body }
      entries.push(entry)
      await store.addHistory(entry)
      await prune()
    },
  }

  async function prune() {
    let characters = entries.reduce((sum, { size }) => sum + size, 0)
    let upTo = 0
    // The newest stays, however long it is.
    while (entries.length > 1 && (entries.length > MAX_ENTRIES || characters > MAX_CHARACTERS)) {
      const oldest = entries.shift()
      characters -= oldest?.size ?? 0
      upTo = oldest?.at ?? upTo
    }
    if (upTo > 0) await store.deleteHistory(articleId, upTo)
  }
}
