import { useState } from 'react'
import { Refusal } from '#contract/errors.ts'

/** The saved version that a form starts from. After a conflict with another admin, their version too; the input is kept. */
export function useSavedVersion<Saved extends { version: number }>(loaded: Saved) {
  const [start, setStart] = useState(loaded)
  const [version, setVersion] = useState(loaded.version)
  const [theirs, setTheirs] = useState<Saved | null>(null)
  const [isChanged, setIsChanged] = useState(false)
  // Fields read their default once.
  const [shown, setShown] = useState(0)

  function show(saved: Saved) {
    setStart(saved)
    setVersion(saved.version)
    setTheirs(null)
    setIsChanged(false)
    setShown((before) => before + 1)
  }

  /** Returns false for another error than a conflict. */
  function showConflict(error: unknown): boolean {
    if (!(error instanceof Refusal) || error.code !== 'version-conflict') return false
    const { current }: { current?: Saved } = error.details
    if (!current) return false
    setTheirs(current)
    // The next save replaces what the other admin saved.
    setVersion(current.version)
    return true
  }

  return { start, version, theirs, shown, show, showConflict, isChanged, noteChange: () => setIsChanged(true) }
}
