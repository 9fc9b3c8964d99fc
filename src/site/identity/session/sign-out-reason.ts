import { type RefusalCode, refusals } from '#contract/errors.ts'
import { isRefusalCode } from '#site/browser/refusal.ts'
import { toast } from '#site/ui/toast.tsx'
import { SIGN_OUT_REASON_KEY, readStored, writeStored } from '#site/browser/web-storage.ts'

/** Stores the reason for the sign-out, to show it after the reload. */
export function storeSignOutReason(code: RefusalCode) {
  // The user did not request anything, so “Sign in to do that.” would not explain the sign-out.
  writeStored('sessionStorage', SIGN_OUT_REASON_KEY, code === 'sign-in-needed' ? 'user-token-expired' : code)
}

/** Shows the stored reason once. */
export async function showSignOutReason() {
  const code = readStored('sessionStorage', SIGN_OUT_REASON_KEY)
  writeStored('sessionStorage', SIGN_OUT_REASON_KEY, null)
  if (isRefusalCode(code)) await toast({ tone: 'danger', title: refusals[code].message })
}
