import { useRef, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'

/** Why an action failed: a problem of the draft, or the error of the request. */
type ActionFailure = DraftProblem | { error: unknown }
export type DraftProblem = 'unsaved' | 'conflict' | 'outdated'

export const UNSAVED = 'Your latest changes aren’t saved yet. Try again in a moment.'

type Options = {
  /** Also acts on a draft that cannot be edited. */
  evenIfClosed?: boolean
}

/** Acts on a draft: saves everything first, then acts on exactly that version. */
export function useDraftAction(engine: Engine | null, { evenIfClosed = false }: Options = {}) {
  const [busy, setBusy] = useState(false)
  /** Number of merges the writer has seen. */
  const seen = useRef<number | null>(null)

  /** Called when the writer starts an action. Changes merged after this are not published unseen. */
  function markSeen() {
    seen.current = engine?.state().merges ?? null
  }

  /** Returns why it failed, or null. */
  async function run(act: (version: number) => Promise<Article>): Promise<ActionFailure | null> {
    if (busy || !engine) return 'unsaved'
    setBusy(true)
    const failure = await attempt(engine, act)
    setBusy(false)
    return failure
  }

  async function attempt(on: Engine, act: (version: number) => Promise<Article>): Promise<ActionFailure | null> {
    await on.flush()
    const { phase, version, merges } = on.state()
    if (phase === 'conflict') return 'conflict'
    if (seen.current !== null && seen.current !== merges) {
      seen.current = merges
      return 'outdated'
    }
    const isReady = phase === 'saved' || (evenIfClosed && phase === 'closed')
    if (!isReady || version === null) return 'unsaved'
    try {
      on.adopt(await act(version))
      return null
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null
      if (code === 'version-conflict' || code === 'wrong-state') await on.refresh()
      if (code !== 'version-conflict') return { error }
      const now = on.state()
      seen.current = now.merges
      return now.phase === 'conflict' ? 'conflict' : 'outdated'
    }
  }

  return { busy, markSeen, run }
}

/** The message for an article or page without a title or text. */
export function describeMissing(missing: unknown, fallback: string) {
  const names = Array.isArray(missing) ? missing.map(String) : []
  if (names.includes('title')) return 'Add a title first.'
  if (names.includes('text')) return 'Add some text first.'
  return fallback
}
