import type { Period } from '#contract/analytics/analytics.ts'
import { Time } from '#site/ui/time.tsx'

/** How current figures are, and what they count. */
export function CountedUntil({ period: { countedUntil } }: { period: Period }) {
  return (
    <p className="text-sm text-gray-600">
      A visitor counts once a day. A read is a view whose reader got to the end. Your own visits are counted too. Days
      are in UTC. Updated <Time at={countedUntil} />.
    </p>
  )
}
