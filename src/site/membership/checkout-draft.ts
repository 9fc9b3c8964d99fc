import { readStored, writeStored } from '#site/browser/web-storage.ts'

/**
 * What a person entered before a payment. It outlives a reload and the way to the payment provider and back, in this tab,
 * and is removed when the payment is confirmed.
 */
export type CheckoutDraft = {
  coupon?: string | undefined
  gift?: Record<string, string> | undefined
  /** The slug of the story at whose wall the person decided to join. */
  story?: string | undefined
}

const keyOf = (personId: string) => `bramble:checkout:${personId}`

export function readDraft(personId: string): CheckoutDraft {
  const stored = readStored('sessionStorage', keyOf(personId))
  return stored === null ? {} : JSON.parse(stored)
}

export function updateDraft(personId: string, changes: CheckoutDraft) {
  // Without what is undefined.
  const text = JSON.stringify({ ...readDraft(personId), ...changes })
  writeStored('sessionStorage', keyOf(personId), text === '{}' ? null : text)
}
