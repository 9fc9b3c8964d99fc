import type { Figure } from './figure-relay.ts'
import type { ObservedRequest } from './http.ts'

const NAME = 'bramble_http_request_duration_seconds'
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `counts` has one more entry than the buckets, for slower requests. */
type Series = { counts: number[]; sum: number }
/** By class of status: `2` is 2xx. */
type ByStatus = (Series | undefined)[]

/** A histogram of Prometheus. The one of `prom-client` takes six times as long, which counts for cached pages. */
export function createRequestDurations() {
  const byRoute = new Map<string, Map<string, ByStatus>>()

  function seriesOf(route: string, method: string, statusClass: number) {
    let byMethod = byRoute.get(route)
    if (!byMethod) byRoute.set(route, (byMethod = new Map()))
    let byStatus = byMethod.get(method)
    if (!byStatus) byMethod.set(method, (byStatus = []))
    return (byStatus[statusClass] ??= { counts: Array<number>(BUCKETS.length + 1).fill(0), sum: 0 })
  }

  return {
    add({ method, route, status, seconds }: ObservedRequest) {
      const series = seriesOf(route, method, Math.floor(status / 100))
      let bucket = 0
      while (seconds > (BUCKETS[bucket] ?? Infinity)) bucket += 1
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    },
    read(): Figure {
      const values: unknown[] = []
      for (const [route, byMethod] of byRoute)
        for (const [method, byStatus] of byMethod)
          for (const [statusClass, series] of byStatus.entries())
            if (series) values.push(...valuesOf(series, { method, route, status: `${statusClass}xx` }))
      const help = 'Time until a response was sent, by the pattern of the route'
      return { name: NAME, help, type: 'histogram', aggregator: 'sum', values }
    },
  }
}

function valuesOf({ counts, sum }: Series, labels: Record<string, string>) {
  let below = 0
  const buckets = counts.map((count, at) => {
    below += count
    return { metricName: `${NAME}_bucket`, labels: { le: BUCKETS[at] ?? '+Inf', ...labels }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: below },
  ]
}
