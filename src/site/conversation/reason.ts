import { Refusal } from '#contract/errors.ts'
import { sentenceOf } from '#site/errors/messages.ts'

/** Why something was refused: in the words that came with it, or in those of its code. */
export function reasonOf(error: unknown) {
  const ownWords = error instanceof Refusal && typeof error.details['message'] === 'string'
  return ownWords ? error.message : sentenceOf(error)
}
