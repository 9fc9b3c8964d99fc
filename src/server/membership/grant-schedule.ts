/** A grant that has not ended. It waits while it has no start. `leftMs` is the rest of one that had to stop. */
export type OpenGrant = {
  id: string
  months: number
  leftMs: number | null
  startsAt: Date | null
  endsAt: Date | null
}

/** Until when a membership or a seat lasts: null without one, `renews` while it has no end. */
export type Covered = Date | 'renews' | null

/**
 * Free months run one grant after the other, in this order, and after everything that is paid: beside it they would be lost.
 * While that renews they wait, those that had begun with what is left of them.
 */
export function scheduleGrants(grants: readonly OpenGrant[], covered: Covered, now: Date): OpenGrant[] {
  let free = covered === 'renews' ? null : new Date(Math.max(now.getTime(), covered?.getTime() ?? 0))
  return grants.map((grant) => {
    const isFree = free?.getTime() === now.getTime()
    const scheduled = isRunning(grant, now) && isFree ? grant : startAt(stop(grant, now), free)
    free = free && scheduled.endsAt
    return scheduled
  })
}

function isRunning({ startsAt }: OpenGrant, now: Date) {
  return startsAt !== null && startsAt <= now
}

function stop(grant: OpenGrant, now: Date): OpenGrant {
  const leftMs = isRunning(grant, now) && grant.endsAt ? grant.endsAt.getTime() - now.getTime() : grant.leftMs
  return { ...grant, leftMs }
}

function startAt(grant: OpenGrant, startsAt: Date | null): OpenGrant {
  if (!startsAt) return { ...grant, startsAt, endsAt: null }
  const { months, leftMs } = grant
  return {
    ...grant,
    startsAt,
    endsAt: leftMs === null ? addMonths(startsAt, months) : new Date(startsAt.getTime() + leftMs),
  }
}

/** The same day of a later month, or its last day: a month after 31 January is 28 or 29 February. */
export function addMonths(at: Date, months: number): Date {
  const result = new Date(at)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return result
}
