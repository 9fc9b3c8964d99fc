import type { Aside, Kept, LocalStore, TrailState } from './kept.ts'

/** What a browser that refuses storage is left with: it lasts as long as the tab. */
export function memoryStore(lasting = false): LocalStore {
  const kept = new Map<string, Kept>()
  const asides = new Map<string, Aside>()
  let trail: TrailState[] = []
  return {
    lasting,
    keep: async (record) => void kept.set(record.key, record),
    keepAtOnce(record) {
      kept.set(record.key, record)
      return lasting
    },
    find: async (articleId) => [...kept.values()].filter((record) => record.articleId === articleId),
    begun: async (person) => [...kept.values()].filter((record) => record.version === null && record.person === person),
    forget: async (key) => void kept.delete(key),
    setAside: async (aside) => void asides.set(aside.articleId, aside),
    aside: async (articleId) => asides.get(articleId) ?? null,
    dropAside: async (articleId) => void asides.delete(articleId),
    addToTrail: async (state) => void trail.push(state),
    trail: async (articleId) => trail.filter((state) => state.articleId === articleId),
    cutTrail: async (articleId, upTo) => {
      trail = trail.filter((state) => state.articleId !== articleId || state.at > upTo)
    },
  }
}
