import type { Transition } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { stateLabels } from '#site/stories/article-labels.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import { type DraftProblem, UNSAVED, describeMissing, useDraftAction } from './use-draft-action.ts'

/** Why a transition failed, and the field to fix. */
export type TransitionError = { message: string; fixIn: 'title' | 'text' | 'slug' | 'conflict' | null }

/** Applies transitions: saves everything first, then applies the transition to exactly that version. */
export function useTransitions(engine: Engine | null, articleId: string) {
  const api = useApi()
  // A read-only article can still be restored from trash, for example.
  const { busy, markSeen, run } = useDraftAction(engine, { evenIfClosed: true })

  async function apply(
    kind: Transition,
    { note = '', at = null }: { note?: string; at?: string | null } = {},
  ): Promise<TransitionError | null> {
    const failure = await run((version) =>
      api('POST /api/articles/{id}/moves', { params: { id: articleId }, body: { move: kind, version, note, at } }),
    )
    if (failure === null) return null
    return typeof failure === 'string' ? draftErrors[failure] : explain(failure.error)
  }

  return { busy, markSeen, apply }
}

const draftErrors: Record<DraftProblem, TransitionError> = {
  unsaved: { message: UNSAVED, fixIn: null },
  conflict: { message: 'Someone else changed the same text. Resolve the conflict first.', fixIn: 'conflict' },
  outdated: {
    message: 'Someone else saved changes in the meantime. They are now in the text. Review it, then try again.',
    fixIn: null,
  },
}

function explain(error: unknown): TransitionError {
  if (!(error instanceof Refusal)) return { message: errorMessage(error), fixIn: null }
  const { code, details } = error
  if (code === 'wrong-state') return { message: describeState(details['state']), fixIn: null }
  if (code === 'slug-taken') return { message: error.message, fixIn: 'slug' }
  if (code === 'not-ready')
    return { message: describeMissing(details['missing'], error.message), fixIn: fieldToFix(details['missing']) }
  return { message: errorMessage(error), fixIn: null }
}

function describeState(state: unknown) {
  const found = Object.entries(stateLabels).find(([name]) => name === state)
  return found
    ? `The status has changed to “${found[1].name}”. Review the story, then try again.`
    : 'The status has changed since you opened the story. Review it, then try again.'
}

function fieldToFix(missing: unknown): TransitionError['fixIn'] {
  const names = Array.isArray(missing) ? missing.map(String) : []
  return names.includes('title') ? 'title' : names.includes('text') ? 'text' : null
}

export type Transitions = ReturnType<typeof useTransitions>
