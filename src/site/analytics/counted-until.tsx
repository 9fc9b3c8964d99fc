import type { Period } from '#contract/analytics/analytics.ts'
import { Time } from '#site/ui/time.tsx'

/** How current figures are, and what they count. */
export function CountedUntil({ period: { countedUntil } }: { period: Period }) {
  return (
    <p className="text-sm text-gray-600">
      Updated <Time at={countedUntil} />. Days are in UTC. Your own visits are counted too.
    </p>
  )
}
