import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { MINUTE_MS } from '#contract/constants.ts'

const TIMEOUT_MS = 5 * MINUTE_MS

/**
 * In the order of visitors, so that those of a run are found among the events of a day. `kept` lets the event that came first
 * win, when the same event is inserted again.
 */
const TABLE = `
  create table if not exists bramble_event (
    day Date, id String, at DateTime64(3, 'UTC'), kind LowCardinality(String), visitor Int64, path String,
    page LowCardinality(String), article_id Nullable(String), source LowCardinality(String), referrer String,
    campaign String, device LowCardinality(String), language LowCardinality(String), country LowCardinality(String),
    name String, value Float64, depth_from UInt8, depth_to UInt8,
    run UInt64, kept UInt64 materialized toUInt64(18446744073709551615) - run,
    index by_id id type bloom_filter(0.001) granularity 1
  ) engine = ReplacingMergeTree(kept) partition by day order by (day, visitor, id) settings index_granularity = 512`

export type ClickHouse = ReturnType<typeof connect>
type Params = Record<string, unknown>

export function connect(url: string) {
  const client = createClient({
    url,
    application: 'bramble',
    request_timeout: TIMEOUT_MS,
    // What fails is logged by the job that asked.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      date_time_input_format: 'best_effort',
      // An insert is stored once it is answered.
      async_insert: 0,
      do_not_merge_across_partitions_select_final: 1,
      // So that no proxy ends the connection of a long query.
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '20000',
    },
  })
  let prepared: Promise<unknown> | null = null

  /** Creates the table at the first use. After a failure, the next use tries again. */
  async function prepare() {
    prepared ??= client.command({ query: TABLE })
    try {
      await prepared
    } catch (error) {
      prepared = null
      throw error
    }
  }

  return {
    /** Inserts rows of `bramble_event`. */
    async insert(rows: object[]) {
      await prepare()
      if (rows.length > 0) await client.insert({ table: 'bramble_event', values: rows, format: 'JSONEachRow' })
    },
    /** The rows of an answer, in parts, so that a large answer need not be in memory. */
    async *query<Row>(query: string, params: Params = {}): AsyncGenerator<Row[]> {
      await prepare()
      const answer = await client.query({ query, query_params: params, format: 'JSONEachRow' })
      for await (const rows of answer.stream<Row>()) yield rows.map((row) => row.json<Row>())
    },
    async command(query: string) {
      await prepare()
      await client.command({ query })
    },
    close: () => client.close(),
  }
}
