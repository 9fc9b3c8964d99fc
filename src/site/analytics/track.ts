import type { AnalyticsEvent } from '#contract/analytics/events.ts'

type Details<Event> = Event extends unknown ? Omit<Event, 'id' | 'at' | 'path' | 'story'> : never
type Recorded = Extract<AnalyticsEvent, { kind: 'search' | 'share' | 'sign-up' | 'follow' | 'step' }>

/** What the code of the app reports. A view without a path is an error page: from there on nothing is recorded. */
export type TrackedEvent = Details<Recorded> | { kind: 'view'; path: string | null; story?: string | undefined }

declare global {
  /** Events wait here until the collector is loaded, which then receives what is pushed. */
  var analyticsEvents: TrackedEvent[] | { push(event: TrackedEvent): unknown } | undefined
}

/** Reports an event to the collector, which may be loaded later, or never. */
export function track(event: TrackedEvent) {
  globalThis.analyticsEvents ??= []
  globalThis.analyticsEvents.push(event)
}
