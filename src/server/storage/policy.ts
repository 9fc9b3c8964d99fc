import { type Role, hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'

export type Action = 'read' | 'write' | 'delete'

type Rule = { acts: readonly Action[]; role: Role; where: 'own' | 'everywhere' }

/** Everything else is refused. An object's download token also allows reading that object. */
export const rules: readonly Rule[] = [
  { acts: ['read', 'write', 'delete'], role: 'reader', where: 'own' },
  { acts: ['read'], role: 'editor', where: 'everywhere' },
  { acts: ['delete'], role: 'admin', where: 'everywhere' },
]

/** Null without a session. An anonymous account has a session but no viewer. */
export type Caller = { viewer: Viewer | null } | null

const userFolder = (uid: string) => `users/${uid}/`

/** For listing, `name` is the prefix. */
export function isAllowed(caller: Caller, act: Action, name: string): boolean {
  const viewer = caller?.viewer
  if (!viewer) return false
  return rules.some(
    ({ acts, role, where }) =>
      acts.includes(act) && hasRole(viewer, role) && (where === 'everywhere' || isBelow(userFolder(viewer.uid), name)),
  )
}

/** Call before looking up the object, so that the error does not reveal whether it exists. */
export function requireAllowed(caller: Caller, act: Action, name: string) {
  if (!isAllowed(caller, act, name)) throw new Refusal(caller ? 'not-allowed' : 'sign-in-needed')
}

function isBelow(folder: string, name: string) {
  return name.startsWith(folder)
}
