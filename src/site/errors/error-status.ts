/** The HTTP status of an error that an API call threw in a data function. */
export function errorStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('init' in error)) return null
  const { init } = error
  if (typeof init !== 'object' || init === null || !('status' in init)) return null
  return typeof init.status === 'number' ? init.status : null
}
