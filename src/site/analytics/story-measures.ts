import type { Totals } from '#contract/analytics/analytics.ts'

export const storyMeasures = ['views', 'visitors', 'reads', 'ratio'] as const
export type StoryMeasure = (typeof storyMeasures)[number]

/** The measure that an address asks for. */
export function readMeasure({ measure }: Readonly<Record<string, string>>): StoryMeasure {
  return storyMeasures.find((one) => one === measure) ?? 'views'
}

/** The parameter of a measure. The default has none. */
export function measureParameter(measure: StoryMeasure): Record<string, string> {
  return measure === 'views' ? {} : { measure }
}

/** The share of views that became reads. A read may be counted on the day after its view. */
export function readRatio({ views, reads }: Pick<Totals, 'views' | 'reads'>) {
  return views === 0 ? 0 : Math.min(1, reads / views)
}
