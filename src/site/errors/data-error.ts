/** The document database codes of the specification, and `unavailable` for a failure of the service. */
type DataCode =
  | 'not-found'
  | 'permission-denied'
  | 'unauthenticated'
  | 'invalid-argument'
  | 'unavailable'
  | 'offline'
  | 'time-out'

/** A failed read of the document database. */
export class DataError extends Error {
  readonly code: DataCode

  constructor(code: DataCode) {
    super(`The data could not be read: ${code}`)
    this.name = 'DataError'
    this.code = code
  }
}

const codes: Partial<Record<number, DataCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  408: 'time-out',
  504: 'time-out',
}

export function dataErrorByStatus(status: number) {
  return new DataError(codes[status] ?? 'unavailable')
}

/** Why a request had no response. */
export function dataErrorOf(error: unknown): DataError {
  if (error instanceof DOMException && error.name === 'TimeoutError') return new DataError('time-out')
  return new DataError(navigator.onLine ? 'unavailable' : 'offline')
}
