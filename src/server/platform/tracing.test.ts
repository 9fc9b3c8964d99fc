import { randomBytes } from 'node:crypto'
import { type ServerResponse, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { testVault } from '#test/vault.ts'
import { z } from 'zod'
import { createHttp } from './http.ts'
import { createJobMonitor } from './jobs/job-monitor.ts'
import { createMailer, queueMail } from './mail.ts'
import { createTracing } from './tracing.ts'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number() }),
})
const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** An OpenTelemetry collector that stores what it receives. */
async function aCollector(answer = (response: ServerResponse) => void response.writeHead(200).end('{}')) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => {
        if (request.url === '/v1/traces') bodies.push(body)
        answer(response)
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    resources: () => exported().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      exported().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }

  function exported() {
    return bodies.map((body) => Exported.parse(JSON.parse(body)))
  }
}

function attributesOf({ attributes }: z.infer<typeof Span>) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

async function aTracedServer(ratio = 1) {
  const collector = await aCollector()
  const database = await aDatabase()
  const tracing = createTracing({ url: `${collector.endpoint}/v1/traces`, ratio }, { log: testLog, version: '1.2.3' })
  database.queryObservers.add(tracing.observeQuery)
  const http = await createHttp({
    trustProxy: false,
    log: testLog,
    headers: {},
    onError: (_error, _request, reply) => reply.status(500).send({}),
    shortcut: () => false,
    observers: [tracing.requests],
  })
  http.get('/things/:id', async () => {
    await sql`select ${'a secret value'}::text, 'another secret'`.execute(database.db)
    return {}
  })
  http.get('/broken', async () => sql`select 1 / 0`.execute(database.db))
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => http.close())
  return { ...collector, db: database.db, tracing, url }
}

test('a request is a span with its queries, without any value', async () => {
  const { url, tracing, spans, text, resources } = await aTracedServer()
  const headers = { 'x-secret': 'secret', 'cookie': 'session=secret', 'user-agent': 'secret' }
  await (await fetch(`${url}/things/secret-id?token=secret`, { headers })).text()
  await (await fetch(`${url}/broken`)).text()
  await tracing.close()

  const [query, request, failedQuery, failed] = spans()
  expect(spans()).toHaveLength(4)
  expect(request).toMatchObject({ name: 'GET /things/:id', status: { code: 0 } })
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/things/:id',
    'http.response.status_code': 200,
  })
  expect(query).toMatchObject({ name: 'SELECT', traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(query && attributesOf(query)).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.query.text': "select $1::text, '…'",
  })
  expect([failed?.name, failed?.status.code, failedQuery?.status.code]).toEqual(['GET /broken', 2, 2])
  expect(failed?.traceId).not.toBe(request?.traceId)
  expect(resources()[0]?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'bramble' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ]),
  )
  expect(text()).not.toMatch(/secret|127\.0\.0\.1/)
})

test('the trace of the caller is continued, also its decision not to record', async () => {
  const { url, tracing, spans } = await aTracedServer()
  const call = async (flags: string) => {
    const [trace, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    await (await fetch(`${url}/things/1`, { headers: { traceparent: `00-${trace}-${parent}-${flags}` } })).text()
    return { traceId: trace, parentSpanId: parent }
  }
  const recorded = await call('01')
  const ignored = await call('00')
  await tracing.close()
  expect(spans().find(({ name }) => name === 'GET /things/:id')).toMatchObject(recorded)
  expect(spans().filter(({ traceId }) => traceId === ignored.traceId)).toEqual([])
})

test('with a ratio of 0, only the traces of callers are recorded', async () => {
  const { url, tracing, spans } = await aTracedServer(0)
  await (await fetch(`${url}/things/1`)).text()
  const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
  await (await fetch(`${url}/things/1`, { headers: { traceparent } })).text()
  await tracing.close()
  expect(spans().filter(({ name }) => name === 'GET /things/:id')).toHaveLength(1)
})

test('a job is a trace with its queries and emails, without addresses', async () => {
  const { db, tracing, spans, text } = await aTracedServer()
  const smtp = await anSmtpServer()
  const now = () => new Date()
  const jobs = createJobMonitor({ now })
  jobs.observers.add(tracing.jobs)
  const getConfig = () => ({ kind: 'smtp' as const, url: smtp.url, from: 'site@example.com' })
  const { onMailAttempt: onAttempt } = tracing
  const mailer = createMailer({ db, now, log: testLog, vault: testVault, jobs, getConfig, onAttempt })
  const mail = { kind: 'test', to: 'reader@example.com', subject: 'Secret', text: 'Secret', html: 'Secret' }
  await queueMail({ db, now, vault: testVault }, mail)
  await mailer.sendDue()
  await mailer.close()
  await smtp.close()
  await tracing.close()

  const sent = spans().find(({ name }) => name === 'send mail')
  const job = spans().find(({ spanId }) => spanId === sent?.parentSpanId)
  expect(job).toMatchObject({ name: 'job mail', traceId: sent?.traceId })
  expect(sent && attributesOf(sent)).toEqual({ 'bramble.mail.outcome': 'sent' })
  expect(spans().filter(({ name, parentSpanId }) => name === 'UPDATE' && parentSpanId === job?.spanId)).toHaveLength(1)
  expect(text()).not.toMatch(/example\.com|secret/i)
})

test('a site with a collector sends traces of its pages, and the rest when it stops', async () => {
  const collector = await aCollector()
  const app = await anApp(await aDatabase(), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  await (await app.get('/about', { headers: { accept: 'text/html' } })).text()
  await app.close()
  const page = collector.spans().find(({ name }) => name === 'GET /about')
  expect(page).toBeDefined()
  expect(collector.spans().some(({ parentSpanId }) => parentSpanId === page?.spanId)).toBe(true)
  expect(collector.spans().some(({ name }) => name.startsWith('job '))).toBe(true)
})

test('a collector that does not respond delays nothing but the shutdown, for two seconds', async () => {
  const silent = await aCollector(() => {})
  const tracing = createTracing({ url: `${silent.endpoint}/v1/traces`, ratio: 1 }, { log: testLog, version: '1' })
  const jobs = createJobMonitor({ now: () => new Date() })
  jobs.observers.add(tracing.jobs)
  await jobs.track('example', 'worker').run(async () => {})
  const began = performance.now()
  await tracing.close()
  expect(performance.now() - began).toBeLessThan(patiently.timeout / 3)
})
