import { Refusal } from '#contract/errors.ts'

/** The refusal of one operation among many. Any other error fails the whole request. */
export async function refusalOf(operation: Promise<unknown>) {
  try {
    await operation
    return null
  } catch (error) {
    // A refusal is reported for its article.
    if (error instanceof Refusal) return error
    throw error
  }
}
