import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import { Refusal } from '#contract/errors.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import { type DraftProblem, UNSAVED, describeMissing, useDraftAction } from '#site/articles/writing/use-draft-action.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toArticle } from './page-draft.ts'

const draftMessages: Record<DraftProblem, string> = {
  unsaved: UNSAVED,
  conflict: 'Another admin changed the same text. Close this dialog and choose a version first.',
  outdated: 'Another admin saved changes in the meantime. They are now in the text. Review it, then try again.',
}

/** Publishes and resets a page: saves everything first, then acts on exactly that version. */
export function usePageActions(page: SitePageName, engine: Engine | null) {
  const api = useApi()
  const { busy, markSeen, run } = useDraftAction(engine)

  /** Returns why it failed, or null. */
  async function apply(act: (version: number) => Promise<SitePageDraft>): Promise<string | null> {
    const failure = await run(async (version) => toArticle(await act(version)))
    if (failure === null) return null
    return typeof failure === 'string' ? draftMessages[failure] : explain(failure.error)
  }

  return {
    busy,
    markSeen,
    publish: (note: string) =>
      apply((version) => api('POST /api/admin/pages/{page}/publish', { params: { page }, body: { version, note } })),
    reset: () => apply((version) => api('POST /api/admin/pages/{page}/reset', { params: { page }, body: { version } })),
  }
}

function explain(error: unknown) {
  if (error instanceof Refusal && error.code === 'not-ready')
    return describeMissing(error.details['missing'], error.message)
  return errorMessage(error)
}

export type PageActions = ReturnType<typeof usePageActions>
