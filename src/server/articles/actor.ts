/** All null when the account was deleted. */
type ActorColumns = { actorId: string | null; actorHandle: string | null; actorName: string | null }

/** Columns that `presentActor` needs from a query that joins `person as actor`. */
export const actorColumns = ['actor.id as actorId', 'actor.handle as actorHandle', 'actor.name as actorName'] as const

export function presentActor({ actorId, actorHandle, actorName }: ActorColumns) {
  return actorId !== null && actorHandle !== null && actorName !== null
    ? { id: actorId, handle: actorHandle, name: actorName }
    : null
}
