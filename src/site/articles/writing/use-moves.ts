import { useRef, useState } from 'react'
import type { Transition } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import { stateWords } from '#site/articles/desk/words.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'

/** Why a move was not made, in a sentence, and where to go to do something about it. */
export type MoveProblem = { message: string; leadsTo: 'title' | 'text' | 'slug' | 'conflict' | null }

const unsavedSentence = 'What you wrote last is not saved yet, so it would be missing. Try again in a moment.'

/** Moves the article on: first everything is saved, then exactly that version is moved. */
export function useMoves(engine: Engine | null, articleId: string) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  /** What had been merged when the writer began to decide. */
  const seen = useRef<number | null>(null)

  /** The writer looks at the text and decides about a move: what others save from now on is not moved on unseen. */
  function begin() {
    seen.current = engine?.state().merges ?? null
  }

  async function move(kind: Transition, { note = '', at = null }: { note?: string; at?: string | null } = {}) {
    if (busy || !engine) return { message: unsavedSentence, leadsTo: null }
    setBusy(true)
    const problem = await attempt(engine, kind, { note, at })
    setBusy(false)
    return problem
  }

  async function attempt(
    on: Engine,
    kind: Transition,
    rest: { note: string; at: string | null },
  ): Promise<MoveProblem | null> {
    await on.flush()
    const { phase, version, merges } = on.state()
    if (phase === 'conflict') return conflicting
    if (seen.current !== null && seen.current !== merges) {
      seen.current = merges
      return overtaken
    }
    if (phase !== 'saved' || version === null) {
      // What cannot be changed any more can still be moved, such as out of the trash.
      if (phase !== 'closed') return { message: unsavedSentence, leadsTo: null }
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

  return { busy, begin, move }
}

const conflicting: MoveProblem = {
  message: 'Another person changed the same text. Look at both versions first.',
  leadsTo: 'conflict',
}

const overtaken: MoveProblem = {
  message: 'Another person saved changes in the meantime. They are in the text now. Look it over, then try again.',
  leadsTo: null,
}

async function explain(error: unknown, engine: Engine): Promise<MoveProblem> {
  if (!(error instanceof Refusal)) return { message: sentenceOf(error), leadsTo: null }
  const { code, details } = error
  if (code === 'version-conflict') {
    await engine.look()
    return engine.state().phase === 'conflict' ? conflicting : overtaken
  }
  if (code === 'wrong-state') {
    await engine.look()
    return { message: stateSentence(details['state']), leadsTo: null }
  }
  if (code === 'slug-taken') return { message: error.message, leadsTo: 'slug' }
  if (code === 'not-ready')
    return { message: readySentence(details['missing'], error.message), leadsTo: leadsTo(details['missing']) }
  return { message: sentenceOf(error), leadsTo: null }
}

function stateSentence(state: unknown) {
  const found = Object.entries(stateWords).find(([name]) => name === state)
  return found
    ? `It has moved on meanwhile: it is “${found[1].name}” now. Look at it again.`
    : 'It has moved on since you opened it. Look at it again.'
}

function readySentence(missing: unknown, otherwise: string) {
  const names = Array.isArray(missing) ? missing.map(String) : []
  if (names.includes('title')) return 'It needs a title first.'
  if (names.includes('text')) return 'It has no text yet.'
  return otherwise
}

function leadsTo(missing: unknown): MoveProblem['leadsTo'] {
  const names = Array.isArray(missing) ? missing.map(String) : []
  return names.includes('title') ? 'title' : names.includes('text') ? 'text' : null
}

export type Moves = ReturnType<typeof useMoves>
