import { Refusal } from '#contract/errors.ts'
import type { Feature } from '#contract/settings/features.ts'
import type { Site } from '#contract/settings/site.ts'

export function requireFeature({ switchedOff }: Pick<Site, 'switchedOff'>, feature: Feature) {
  if (switchedOff.includes(feature)) throw new Refusal('feature-off', { feature })
}
