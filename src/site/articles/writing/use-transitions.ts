import { useRef, useState } from 'react'
import type { Transition } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { stateLabels } from '#site/stories/article-labels.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'

/** Why a transition failed, and the field to fix. */
export type TransitionError = { message: string; fixIn: 'title' | 'text' | 'slug' | 'conflict' | null }

const UNSAVED = 'Your latest changes aren’t saved yet. Try again in a moment.'

/** Applies transitions: saves everything first, then applies the transition to exactly that version. */
export function useTransitions(engine: Engine | null, articleId: string) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  /** Number of merges the writer has seen. */
  const seen = useRef<number | null>(null)

  /** Called when the writer starts a transition. Changes merged after this are not published unseen. */
  function markSeen() {
    seen.current = engine?.state().merges ?? null
  }

  async function apply(kind: Transition, { note = '', at = null }: { note?: string; at?: string | null } = {}) {
    if (busy || !engine) return { message: UNSAVED, fixIn: null }
    setBusy(true)
    const error = await attempt(engine, kind, { note, at })
    setBusy(false)
    return error
  }

  async function attempt(
    on: Engine,
    kind: Transition,
    rest: { note: string; at: string | null },
  ): Promise<TransitionError | null> {
    await on.flush()
    const { phase, version, merges } = on.state()
    if (phase === 'conflict') return conflicting
    if (seen.current !== null && seen.current !== merges) {
      seen.current = merges
      return outdated
    }
    if (phase !== 'saved' || version === null) {
      // A read-only article can still be restored from trash, for example.
      if (phase !== 'closed') return { message: UNSAVED, fixIn: null }
    }
    try {
      on.adopt(
        await api('POST /api/articles/{id}/moves', {
          params: { id: articleId },
          body: { move: kind, version, ...rest },
        }),
      )
      return null
    } catch (error) {
      return explain(error, on)
    }
  }

  return { busy, markSeen, apply }
}

const conflicting: TransitionError = {
  message: 'Someone else changed the same text. Resolve the conflict first.',
  fixIn: 'conflict',
}

const outdated: TransitionError = {
  message: 'Someone else saved changes in the meantime. They are now in the text. Review it, then try again.',
  fixIn: null,
}

async function explain(error: unknown, engine: Engine): Promise<TransitionError> {
  if (!(error instanceof Refusal)) return { message: errorMessage(error), fixIn: null }
  const { code, details } = error
  if (code === 'version-conflict') {
    await engine.refresh()
    return engine.state().phase === 'conflict' ? conflicting : outdated
  }
  if (code === 'wrong-state') {
    await engine.refresh()
    return { message: describeState(details['state']), fixIn: null }
  }
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

function describeMissing(missing: unknown, fallback: string) {
  const names = Array.isArray(missing) ? missing.map(String) : []
  if (names.includes('title')) return 'Add a title first.'
  if (names.includes('text')) return 'Add some text first.'
  return fallback
}

function fieldToFix(missing: unknown): TransitionError['fixIn'] {
  const names = Array.isArray(missing) ? missing.map(String) : []
  return names.includes('title') ? 'title' : names.includes('text') ? 'text' : null
}

export type Transitions = ReturnType<typeof useTransitions>
