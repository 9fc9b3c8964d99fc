import type { DiscardedText, HistoryEntry, LocalCopy, LocalStore } from './local-store.ts'

/** For browsers that refuse storage: everything is lost with the tab. Tests pass `durable`. */
export function memoryStore(durable = false): LocalStore {
  const copies = new Map<string, LocalCopy>()
  const discarded = new Map<string, DiscardedText>()
  let history: HistoryEntry[] = []
  return {
    durable,
    put: async (copy) => void copies.set(copy.key, copy),
    putSync(copy) {
      copies.set(copy.key, copy)
      return durable
    },
    find: async (articleId) => [...copies.values()].filter((copy) => copy.articleId === articleId),
    findNew: async (person) => [...copies.values()].filter((copy) => copy.version === null && copy.person === person),
    delete: async (key) => void copies.delete(key),
    putDiscarded: async (text) => void discarded.set(text.articleId, text),
    getDiscarded: async (articleId) => discarded.get(articleId) ?? null,
    deleteDiscarded: async (articleId) => void discarded.delete(articleId),
    addHistory: async (entry) => void history.push(entry),
    listHistory: async (articleId) => history.filter((entry) => entry.articleId === articleId),
    deleteHistory: async (articleId, upTo) => {
      history = history.filter((entry) => entry.articleId !== articleId || entry.at > upTo)
    },
  }
}
