const UNIQUE_VIOLATION = '23505'

/** Why the server cannot start, and what to do about it. Printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

export class ConfigError extends StartError {
  override name = 'ConfigError'
  constructor(problems: string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nSee docs/configuration.md.`)
  }
}

/** The machine-readable code of a system or database error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Of the given constraint, or of any. */
export function isUniqueViolation(error: unknown, constraint?: string) {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false
  return (
    constraint === undefined || (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}

/** A catch handler that ignores errors with this code and rethrows all others. */
export function ignoreCode(code: string) {
  return (error: unknown) => {
    if (codeOf(error) !== code) throw error
  }
}
