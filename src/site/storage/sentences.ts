import { refusals } from '#contract/errors.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { type StorageCode, StorageError } from './storage-error.ts'

const ours = 'Something is wrong with how this site keeps files. Tell the people who run it.'
const odd = 'Something went wrong with this file. Try again.'

/** What a person can do about each storage error. */
const sentences: Record<StorageCode, string> = {
  'unknown': odd,
  'object-not-found': 'The file is not there any more. Upload it again.',
  'bucket-not-found': ours,
  'project-not-found': ours,
  'quota-exceeded': 'There is no room left. Delete something from your library and try again.',
  'unauthenticated': 'You have been signed out. Sign in again, then try once more.',
  'unauthorized': 'You may not put files here.',
  'unauthorized-app': ours,
  'retry-limit-exceeded': 'We could not reach the server for a long while. Check your connection and try again.',
  'invalid-checksum': 'The file changed on its way here. Try again.',
  'canceled': 'You canceled this one.',
  'invalid-event-name': odd,
  'invalid-url': odd,
  'invalid-default-bucket': ours,
  'no-default-bucket': ours,
  'cannot-slice-blob': 'Your browser cannot read this file any more. Choose it again.',
  'server-file-wrong-size': 'Not all of the file arrived. Try again.',
  'no-download-url': odd,
  'invalid-argument': 'That file or its name is not one we can use.',
  'app-deleted': odd,
  'invalid-root-operation': odd,
  'invalid-format': 'That is not what its format says. Save it once more and try again.',
  'internal-error': 'Something went wrong on our side. Try again in a moment.',
  'unsupported-environment': 'Your browser cannot upload files. Try another one.',
}

/** A sentence to act on, whether the storage, the library or the browser said no. */
export function uploadSentenceOf(error: unknown): string {
  if (!(error instanceof StorageError)) return sentenceOf(error)
  return error.status === 413 ? refusals['too-large'].message : sentences[error.code]
}
