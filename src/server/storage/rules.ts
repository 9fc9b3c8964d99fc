import { type Role, hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'

export type Act = 'read' | 'write' | 'delete'

type Rule = { acts: readonly Act[]; role: Role; where: 'own' | 'everywhere' }

/** Who may do what, in full. What no rule allows is refused; an object's own token opens that object for reading. */
export const rules: readonly Rule[] = [
  { acts: ['read', 'write', 'delete'], role: 'reader', where: 'own' },
  { acts: ['read'], role: 'editor', where: 'everywhere' },
  { acts: ['delete'], role: 'admin', where: 'everywhere' },
]

/** Somebody with a session; an anonymous account has one and is nobody. */
export type Asker = { viewer: Viewer | null } | null

/** Everybody's own part of the bucket. */
export const ownFolder = (uid: string) => `users/${uid}/`

/** For listing, `name` is what all the names begin with. */
export function may(asker: Asker, act: Act, name: string): boolean {
  const viewer = asker?.viewer
  if (!viewer) return false
  return rules.some(
    ({ acts, role, where }) =>
      acts.includes(act) && hasRole(viewer, role) && (where === 'everywhere' || isBelow(ownFolder(viewer.uid), name)),
  )
}

/** Refuses before anybody looks whether there is such an object. */
export function check(asker: Asker, act: Act, name: string) {
  if (!may(asker, act, name)) throw new Refusal(asker ? 'not-allowed' : 'sign-in-needed')
}

function isBelow(folder: string, name: string) {
  return name.startsWith(folder)
}
