import { monthBefore, monthOf } from '#server/platform/months.ts'

/** A month closes when its third following day begins, so that late confirmations of payments still count. All in UTC. */
const CLOSING_DAY = 3

/** The last month that can be closed. */
export function lastClosable(now: Date) {
  const previous = monthBefore(monthOf(now))
  return now.getUTCDate() >= CLOSING_DAY ? previous : monthBefore(previous)
}
