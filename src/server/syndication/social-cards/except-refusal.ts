import { Refusal, type RefusalCode } from '#contract/errors.ts'

/** For a catch: nothing instead of this refusal; everything else goes on. */
export function except(code: RefusalCode) {
  return (error: unknown) => {
    if (error instanceof Refusal && error.code === code) return null
    throw error
  }
}
