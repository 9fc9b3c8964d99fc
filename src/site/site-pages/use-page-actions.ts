import { useRef, useState } from 'react'
import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import { Refusal } from '#contract/errors.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toArticle } from './page-draft.ts'

const UNSAVED = 'Your latest changes aren’t saved yet. Try again in a moment.'
const CONFLICT = 'Another admin changed the same text. Close this dialog and choose a version first.'
const OUTDATED = 'Another admin saved changes in the meantime. They are now in the text. Review it, then try again.'

/** Publishes and resets a page: saves everything first, then acts on exactly that version. */
export function usePageActions(page: SitePageName, engine: Engine | null) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  /** Number of merges that the admin has seen. */
  const seen = useRef<number | null>(null)

  /** Called when a dialog opens. Changes merged after this are not published unseen. */
  function markSeen() {
    seen.current = engine?.state().merges ?? null
  }

  /** Returns why it failed, or null. */
  async function run(act: (version: number) => Promise<SitePageDraft>): Promise<string | null> {
    if (busy || !engine) return UNSAVED
    setBusy(true)
    const problem = await attempt(engine, act)
    setBusy(false)
    return problem
  }

  async function attempt(on: Engine, act: (version: number) => Promise<SitePageDraft>) {
    await on.flush()
    const { phase, version, merges } = on.state()
    if (phase === 'conflict') return CONFLICT
    if (seen.current !== null && seen.current !== merges) {
      seen.current = merges
      return OUTDATED
    }
    if (phase !== 'saved' || version === null) return UNSAVED
    try {
      on.adopt(toArticle(await act(version)))
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) return errorMessage(error)
      if (error.code === 'not-ready') return describeMissing(error.details['missing'])
      if (error.code !== 'version-conflict') return errorMessage(error)
      await on.refresh()
      seen.current = on.state().merges
      return on.state().phase === 'conflict' ? CONFLICT : OUTDATED
    }
  }

  return {
    busy,
    markSeen,
    publish: (note: string) =>
      run((version) => api('POST /api/admin/pages/{page}/publish', { params: { page }, body: { version, note } })),
    reset: () => run((version) => api('POST /api/admin/pages/{page}/reset', { params: { page }, body: { version } })),
  }
}

function describeMissing(missing: unknown) {
  return Array.isArray(missing) && missing.includes('title') ? 'Add a title first.' : 'Add some text first.'
}

export type PageActions = ReturnType<typeof usePageActions>
