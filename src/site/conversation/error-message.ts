import { Refusal } from '#contract/errors.ts'
import { errorMessage as defaultMessage } from '#site/errors/messages.ts'

/** The specific message of a refusal, or the default one of its code. */
export function errorMessage(error: unknown) {
  const ownWords = error instanceof Refusal && typeof error.details['message'] === 'string'
  return ownWords ? error.message : defaultMessage(error)
}
