import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Article, DraftFields } from '#contract/articles/articles.ts'
import { type Api, useApi } from '#site/page.ts'
import { bindBrowserEvents } from '#site/articles/writing/saving/browser-events.ts'
import { openBrowserStore } from '#site/articles/writing/saving/browser-store.ts'
import { type DraftServer, type Engine, type Opened, createEngine } from '#site/articles/writing/saving/engine.ts'
import type { ReplaceCause } from '#site/articles/writing/saving/events.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'
import type { LocalStore } from '#site/articles/writing/saving/local-store.ts'
import { type SaveState, initialSaveState } from '#site/articles/writing/saving/save-state.ts'

/** Opens the local store; tests provide their own. */
export const StoreContext = createContext<() => Promise<LocalStore>>(openBrowserStore)

type Options = {
  articleId: string
  person: string
  article: Article | null
  fields: DraftFields
  onCreated(article: Article): void
  onArticle(article: Article): void
  onReplaced(fields: DraftFields, names: readonly FieldName[], cause: ReplaceCause): void
  isComposing(): boolean
  /** Where the draft is stored, if it is not an article. */
  serverOf?: ServerOf | undefined
}

export type ServerOf = (api: Api) => DraftServer

export type Saving = { engine: Engine; opened: Opened }

/** The save engine of one article; null until the local store has been read. The page must be keyed by article. */
export function useSaving(options: Options): { saving: Saving | null; state: SaveState } {
  const api = useApi()
  const openStore = useContext(StoreContext)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [saving, setSaving] = useState<Saving | null>(null)

  useEffect(() => {
    let isMounted = true
    let engine: Engine | null = null
    let unfollow = () => {}
    let isOpen = false

    async function start() {
      const { articleId, person, article, fields, serverOf } = latest.current
      const store = await openStore()
      if (!isMounted) return
      const created = createEngine({
        api,
        store,
        articleId,
        person,
        article,
        fields,
        ...(serverOf && { server: serverOf(api) }),
        onCreated: (found) => latest.current.onCreated(found),
        onArticle: (found) => latest.current.onArticle(found),
        // Earlier changes are part of what it opens with.
        onReplaced: (now, names, cause) => isOpen && latest.current.onReplaced(now, names, cause),
        isComposing: () => latest.current.isComposing(),
      })
      engine = created
      const opened = await created.open()
      isOpen = true
      if (!isMounted) return
      unfollow = bindBrowserEvents(created)
      setSaving({ engine: created, opened })
      // Prefetched data may be stale; a page rendered by the server is not.
      if (document.documentElement.dataset['ready'] !== undefined) void created.refresh()
    }

    void start()
    return () => {
      isMounted = false
      unfollow()
      void engine?.close()
    }
  }, [api, openStore])

  const state = useSyncExternalStore(
    saving?.engine.subscribe ?? noSubscription,
    () => saving?.engine.state() ?? null,
    () => null,
  )
  return { saving, state: state ?? initialState(options) }
}

const noSubscription = () => () => {}

const initialStates = new WeakMap<DraftFields, SaveState>()

/** The state until the engine is ready. Cached, because useSyncExternalStore needs a stable object. */
function initialState({ fields, article }: Options): SaveState {
  const known = initialStates.get(fields)
  if (known) return known
  const state = initialSaveState(article, fields)
  initialStates.set(fields, state)
  return state
}
