import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { SECOND_MS } from '#contract/constants.ts'
import { type Work, currentWork, followCalls } from './current-work.ts'
import type { RequestObserver } from './http.ts'
import type { JobObserver } from './jobs/job-monitor.ts'
import type { Log } from './log.ts'
import type { OnMailAttempt } from './mail.ts'
import { normalizeStatement } from './slow-queries.ts'
import type { QueryObserver } from './watched-pool.ts'

/** A shutdown has some seconds for everything. */
const EXPORT_MS = 2 * SECOND_MS

export type TraceConfig = {
  /** Where spans are sent: the address of the collector with `/v1/traces`. */
  url: string
  /** The share of traces that are recorded, unless the caller decided. From 0 to 1. */
  ratio: number
}

export type Tracing = ReturnType<typeof createTracing>

/**
 * Records spans of requests and jobs, with their queries and emails, and sends them to an OpenTelemetry collector. Loaded only
 * when one is configured. Attributes never contain values of queries, paths with values, or addresses.
 */
export function createTracing({ url, ratio }: TraceConfig, { log, version }: { log: Log; version: string }) {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'bramble',
      'service.version': version,
      'process.pid': process.pid,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('bramble')
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<Work, Span>()
  followCalls()
  setGlobalErrorHandler((error) => log.warn({ err: error }, 'traces not exported'))

  function end(
    work: Work,
    name: string,
    { attributes = {}, failed = false }: { attributes?: Attributes; failed?: boolean },
  ) {
    const span = spans.get(work)
    if (!span) return
    spans.delete(work)
    span.updateName(name).setAttributes(attributes)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  /** Adds a span that has ended to the request or the job that runs. */
  function addSpan(name: string, { startedAt, ms, failed, attributes }: Ended) {
    const work = currentWork()
    const parent = work && spans.get(work)
    if (!parent?.isRecording()) return
    const context = trace.setSpan(ROOT_CONTEXT, parent)
    const span = tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, startTime: startedAt, attributes: attributes() },
      context,
    )
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(startedAt + ms)
  }

  const requests: RequestObserver = {
    started(work, { method, headers }) {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const attributes = { 'http.request.method': method }
      spans.set(work, tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller))
    },
    responded({ method, route, status }, work) {
      const attributes = { 'http.route': route, 'http.response.status_code': status }
      end(work, `${method} ${route}`, { attributes, failed: status >= 500 })
    },
    /** After a response, there is nothing left to end. */
    closed: (work) => end(work, work.name, { attributes: { 'http.route': work.name, 'bramble.disconnected': true } }),
  }
  const jobs: JobObserver = {
    started(work) {
      const attributes = { 'bramble.job': work.name }
      spans.set(work, tracer.startSpan(`job ${work.name}`, { attributes }, ROOT_CONTEXT))
    },
    ended: (work, { failed }) => end(work, `job ${work.name}`, { failed }),
  }
  const observeQuery: QueryObserver = ({ text, ...query }) => {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
    addSpan(operation, {
      ...query,
      attributes: () => ({
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': normalizeStatement(text),
      }),
    })
  }
  const onMailAttempt: OnMailAttempt = (outcome, times) =>
    addSpan('send mail', {
      ...times,
      failed: outcome !== 'sent',
      attributes: () => ({ 'bramble.mail.outcome': outcome }),
    })

  return {
    requests,
    jobs,
    observeQuery,
    onMailAttempt,
    /** Sends what is left. */
    async close() {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces not exported'))
    },
  }
}

type Ended = {
  /** A time of `performance.now()`. */
  startedAt: number
  ms: number
  failed: boolean
  attributes: () => Attributes
}
