import { USER_DATA_KEY } from '#contract/constants.ts'
import type { AccountFields, UserRecord } from '#contract/identity/identity.ts'
import type { CurrentUser } from './session.ts'
import { writeStored } from '#site/browser/web-storage.ts'

/** Stores the account and its records where other tabs and site scripts read them. */
export function storeUserData(account: AccountFields, records: UserRecord[]): CurrentUser {
  const fields = pickFields(account)
  writeStored('localStorage', USER_DATA_KEY, JSON.stringify({ ...fields, userData: records }))
  return { ...fields, userData: records[0] ?? null }
}

export function clearUserData() {
  writeStored('localStorage', USER_DATA_KEY, null)
}

/** An explicit list, so that fields added later are not stored by accident. */
function pickFields(account: AccountFields): AccountFields {
  const { uid, displayName, photoURL, email, emailVerified, phoneNumber, tenantId } = account
  const { isAnonymous, providers, creationTime, lastSignInTime } = account
  return {
    uid,
    displayName,
    photoURL,
    email,
    emailVerified,
    phoneNumber,
    tenantId,
    isAnonymous,
    providers,
    creationTime,
    lastSignInTime,
  }
}
