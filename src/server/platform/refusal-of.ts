import { Refusal } from '#contract/errors.ts'

/** Why one operation among many was refused, or null. Any other error fails the whole request. */
export async function refusalOf(operation: Promise<unknown>) {
  try {
    await operation
    return null
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message }
    throw error
  }
}
