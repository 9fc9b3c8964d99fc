import { type RefusalCode, refusals } from '#contract/errors.ts'
import { isRefusalCode } from '#site/browser/refusal.ts'
import { toast } from '#site/ui/toast.tsx'
import { FAREWELL_KEY, readStored, writeStored } from './stored.ts'

/** Keeps why somebody was signed out for the page that is loaded next. */
export function keepFarewell(code: RefusalCode) {
  // Nobody asked to do anything: “Sign in to do that” would be no answer to why.
  writeStored('sessionStorage', FAREWELL_KEY, code === 'sign-in-needed' ? 'user-token-expired' : code)
}

/** Says it, once. */
export async function sayFarewell() {
  const code = readStored('sessionStorage', FAREWELL_KEY)
  writeStored('sessionStorage', FAREWELL_KEY, null)
  if (isRefusalCode(code)) await toast({ tone: 'danger', title: refusals[code].message })
}
