import { type RefusalCode, refusals } from '#contract/errors.ts'
import { isRefusalCode } from '#site/browser/refusal.ts'
import { toast } from '#site/ui/toast.tsx'
import { SIGN_OUT_REASON_KEY, readStored, writeStored } from './web-storage.ts'

/** Keeps why somebody was signed out for the page that is loaded next. */
export function storeSignOutReason(code: RefusalCode) {
  // Nobody asked to do anything: “Sign in to do that” would be no answer to why.
  writeStored('sessionStorage', SIGN_OUT_REASON_KEY, code === 'sign-in-needed' ? 'user-token-expired' : code)
}

/** Says it, once. */
export async function showSignOutReason() {
  const code = readStored('sessionStorage', SIGN_OUT_REASON_KEY)
  writeStored('sessionStorage', SIGN_OUT_REASON_KEY, null)
  if (isRefusalCode(code)) await toast({ tone: 'danger', title: refusals[code].message })
}
