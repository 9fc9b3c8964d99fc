import type { Http, RequestObserver } from '#server/platform/http.ts'
import type { Log } from '#server/platform/log.ts'
import type { OnMailAttempt } from '#server/platform/mail.ts'
import type { TraceConfig, Tracing } from '#server/platform/tracing.ts'
import { type MetricSources, createMetrics } from './metrics.ts'
import { mountMetrics } from './serve-metrics.ts'

type Options = MetricSources & {
  config: { metrics: { token: string | null }; traces: TraceConfig | null }
  log: Log
  version: string
}

/** Metrics, and traces when a collector is configured. */
export async function openTelemetry({ config, log, version, ...sources }: Options) {
  const { database, jobs } = sources
  const metrics = createMetrics(sources)
  const tracing = config.traces && (await loadTracing()).createTracing(config.traces, { log, version })
  if (tracing) {
    jobs.observers.add(tracing.jobs)
    database.queryObservers.add(tracing.observeQuery)
  }
  const requests: RequestObserver[] = [metrics.observer, ...(tracing ? [tracing.requests] : [])]
  const onMailAttempt: OnMailAttempt = (outcome, times) => {
    metrics.onMailAttempt(outcome, times)
    tracing?.onMailAttempt(outcome, times)
  }

  return {
    requests,
    /** For a response that is sent without Fastify. */
    countRequest: metrics.countRequest,
    onMailAttempt,
    mount: (http: Http) => mountMetrics(http, metrics, config.metrics.token),
    async close() {
      metrics.close()
      if (tracing) await closeTracing(tracing)
    },
  }

  async function closeTracing({ observeQuery, close }: Tracing) {
    database.queryObservers.delete(observeQuery)
    await close()
  }
}

/** The packages take memory and time to start, so they are loaded only when they are used. */
function loadTracing() {
  return import('#server/platform/tracing.ts')
}
