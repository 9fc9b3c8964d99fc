import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Article, DraftFields } from '#contract/articles.ts'
import { useApi } from '#site/page.ts'
import { followBrowser } from '#site/articles/writing/saving/browser-events.ts'
import { openBrowserStore } from '#site/articles/writing/saving/browser-store.ts'
import { type Engine, type Opened, createEngine } from '#site/articles/writing/saving/engine.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'
import type { LocalStore } from '#site/articles/writing/saving/kept.ts'
import type { Replaced } from '#site/articles/writing/saving/options.ts'
import type { SaveState } from '#site/articles/writing/saving/state.ts'

/** Where the browser keeps what is written. A test hands in another. */
export const StoreContext = createContext<() => Promise<LocalStore>>(openBrowserStore)

type Options = {
  articleId: string
  person: string
  article: Article | null
  fields: DraftFields
  onCreated(article: Article): void
  onArticle(article: Article): void
  onReplaced(fields: DraftFields, names: readonly FieldName[], how: Replaced): void
  isComposing(): boolean
}

export type Saving = { engine: Engine; opened: Opened }

/** The engine of one article while its page is shown, which has another key for another article; null until what the browser kept has been looked at. */
export function useSaving(options: Options): { saving: Saving | null; state: SaveState } {
  const api = useApi()
  const openStore = useContext(StoreContext)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [saving, setSaving] = useState<Saving | null>(null)

  useEffect(() => {
    let shown = true
    let engine: Engine | null = null
    let unfollow = () => {}
    let isOpen = false

    async function start() {
      const { articleId, person, article, fields } = latest.current
      const store = await openStore()
      if (!shown) return
      const made = createEngine({
        api,
        store,
        articleId,
        person,
        article,
        fields,
        onCreated: (created) => latest.current.onCreated(created),
        onArticle: (found) => latest.current.onArticle(found),
        // What comes before it is open is what it opens with.
        onReplaced: (now, names, how) => isOpen && latest.current.onReplaced(now, names, how),
        isComposing: () => latest.current.isComposing(),
      })
      engine = made
      const opened = await made.open()
      isOpen = true
      if (!shown) return
      unfollow = followBrowser(made)
      setSaving({ engine: made, opened })
      // Data fetched ahead of a click may be older than what was saved since; a page from the server is not.
      if (document.documentElement.dataset['ready'] !== undefined) void made.look()
    }

    void start()
    return () => {
      shown = false
      unfollow()
      void engine?.close()
    }
  }, [api, openStore])

  const state = useSyncExternalStore(
    saving?.engine.subscribe ?? noSubscription,
    () => saving?.engine.state() ?? null,
    () => null,
  )
  return { saving, state: state ?? before(options) }
}

const noSubscription = () => () => {}

const waiting = new WeakMap<DraftFields, SaveState>()

/** What is shown until the engine is there; the same object for the same fields. */
function before({ fields, article }: Options): SaveState {
  const known = waiting.get(fields)
  if (known) return known
  const state: SaveState = {
    phase: 'saved',
    savedAt: null,
    keeping: 'yes',
    tabs: 0,
    problems: [],
    closed: null,
    conflict: null,
    merges: 0,
    aside: null,
    fields,
    version: article?.version ?? null,
    last: article,
  }
  waiting.set(fields, state)
  return state
}
