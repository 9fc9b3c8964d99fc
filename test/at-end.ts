type Cleanup = () => unknown

const cleanups: Cleanup[] = []

/** Registers a cleanup for the end of the test file. Cleanups run in reverse order. */
export function atEnd(cleanup: Cleanup) {
  cleanups.push(cleanup)
}

export async function endFile() {
  const errors: unknown[] = []
  // Test files share this module, so the list is emptied.
  for (const cleanup of cleanups.splice(0).toReversed()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'cleanup failed')
}
