/** The operator wrote something we do not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
