/** The storage errors of the specification, which words two of them. People see `errors/messages.ts`. */
const storageErrors = {
  'unknown': 'An unknown error occurred.',
  'object-not-found': 'The object does not exist.',
  'bucket-not-found': 'The bucket does not exist.',
  'project-not-found': 'The project does not exist.',
  'quota-exceeded': 'The quota is exceeded.',
  'unauthenticated': 'The user is not authenticated.',
  'unauthorized': 'The user does not have permission.',
  'unauthorized-app': 'The app does not have permission.',
  'retry-limit-exceeded': 'Max retry time for operation exceeded, please try again.',
  'invalid-checksum': 'The checksum does not match.',
  'canceled': 'User canceled the upload/download.',
  'invalid-event-name': 'There is no such event.',
  'invalid-url': 'The address is not valid.',
  'invalid-default-bucket': 'The default bucket is not valid.',
  'no-default-bucket': 'There is no default bucket.',
  'cannot-slice-blob': 'The file cannot be read.',
  'server-file-wrong-size': 'The server has another size of the file.',
  'no-download-url': 'The file has no download address.',
  'invalid-argument': 'An argument is not valid.',
  'app-deleted': 'The app was deleted.',
  'invalid-root-operation': 'That cannot be done to the root.',
  'invalid-format': 'The format is not valid.',
  'internal-error': 'An internal error occurred.',
  'unsupported-environment': 'This browser cannot do that.',
}

export type StorageCode = keyof typeof storageErrors

export class StorageError extends Error {
  readonly code: StorageCode
  /** The HTTP status, if there was a response. */
  readonly status: number | null

  constructor(code: StorageCode, status: number | null = null) {
    super(storageErrors[code])
    this.name = 'StorageError'
    this.code = code
    this.status = status
  }
}

/** Maps a response to an error: by the server's own code, or by the status alone. 404 means a missing object only for object calls. */
export function errorByResponse({ status, text }: { status: number; text: string }, { object = false } = {}) {
  return new StorageError(codeByServer(serverCode(text)) ?? codeByStatus(status, object), status)
}

/** The code that our server adds; the message of a hosted service says only this one. */
function serverCode(text: string): string | null {
  if (text.includes('App Check token is invalid')) return 'invalid-app-check'
  try {
    const body: { error?: { status?: unknown } } | null = JSON.parse(text)
    return typeof body?.error?.status === 'string' ? body.error.status : null
  } catch {
    return null
  }
}

/** Codes of the server that say more than the status. */
const serverCodes: Partial<Record<string, StorageCode>> = {
  'invalid-app-check': 'unauthorized-app',
  'unauthorized-domain': 'unauthorized-app',
  'bucket-not-found': 'bucket-not-found',
  'object-not-found': 'object-not-found',
  'project-not-found': 'project-not-found',
  'invalid-checksum': 'invalid-checksum',
  'invalid-argument': 'invalid-argument',
  'invalid': 'invalid-argument',
  'invalid-format': 'invalid-format',
  'quota-exceeded': 'quota-exceeded',
  'internal-error': 'internal-error',
}

function codeByServer(code: string | null): StorageCode | null {
  return (code !== null && serverCodes[code]) || null
}

function codeByStatus(status: number, object: boolean): StorageCode {
  if (status === 401) return 'unauthenticated'
  if (status === 402) return 'quota-exceeded'
  if (status === 403) return 'unauthorized'
  return status === 404 && object ? 'object-not-found' : 'unknown'
}
