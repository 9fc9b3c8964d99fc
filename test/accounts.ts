import type { AccountFields, UserRecord } from '#contract/identity/identity.ts'

/** What the server returns to a browser about its signed-in person. */
export function anAccount(uid = 'u1'): AccountFields {
  return {
    uid,
    displayName: 'Ada',
    photoURL: null,
    email: `${uid}@example.com`,
    emailVerified: true,
    phoneNumber: null,
    tenantId: null,
    isAnonymous: false,
    providers: [{ providerId: 'password', uid: `${uid}@example.com`, email: `${uid}@example.com`, displayName: 'Ada' }],
    creationTime: '2026-01-01T00:00:00.000Z',
    lastSignInTime: '2026-02-01T00:00:00.000Z',
  }
}

export function aRecord(uid = 'u1', id = 'p1'): UserRecord {
  return {
    id,
    uid,
    handle: 'ada',
    name: 'Ada',
    about: '',
    role: 'reader',
    avatar: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}
