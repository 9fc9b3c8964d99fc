const UNIQUE_VIOLATION = '23505'

/** Why the server cannot start, and what to do about it: shown to the operator without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The machine-readable code of a system or database error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the database refused a row because another one has what must be unique. */
export function isTaken(error: unknown) {
  return codeOf(error) === UNIQUE_VIOLATION
}

/** For a catch that expects one error only: lets every other one pass on. */
export function except(code: string) {
  return (error: unknown) => {
    if (codeOf(error) !== code) throw error
  }
}
