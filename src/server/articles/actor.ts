/** Somebody who may have left since. */
type WhoColumns = { whoId: string | null; whoHandle: string | null; whoName: string | null }

/** What a query over `person as who` selects for `presentWho`. */
export const whoColumns = ['who.id as whoId', 'who.handle as whoHandle', 'who.name as whoName'] as const

export function presentWho({ whoId, whoHandle, whoName }: WhoColumns) {
  return whoId !== null && whoHandle !== null && whoName !== null
    ? { id: whoId, handle: whoHandle, name: whoName }
    : null
}
