import { useState } from 'react'
import { errorMessage } from '#site/errors/messages.ts'

/** Runs one action at a time and tracks its progress and result. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)

  async function run(change: () => Promise<unknown>, success: string | null = null) {
    if (busy) return
    setBusy(true)
    setProblem(null)
    setDone(null)
    try {
      await change()
      setDone(success)
    } catch (error) {
      fail(error)
    }
    setBusy(false)
  }

  function fail(error: unknown) {
    setProblem(errorMessage(error))
  }

  return { busy, problem, done, run, fail }
}
