import { readStored, writeStored } from '#site/browser/web-storage.ts'

const KEY = 'bramble:measurement'

export type Consent = 'allowed' | 'declined'

/** Whether this browser allowed the outside analytics service. Null: not asked yet. */
export function readConsent(): Consent | null {
  const stored = readStored('localStorage', KEY)
  return stored === 'allowed' || stored === 'declined' ? stored : null
}

export function storeConsent(consent: Consent | null) {
  writeStored('localStorage', KEY, consent)
}

/** The ID with which the site is registered at the service. Most sites have none. */
export function measurementId(): string | null {
  return document.querySelector<HTMLElement>('[data-measurement]')?.dataset['measurement'] ?? null
}
