import { openClickHouse } from './clickhouse/open.ts'
import type { EventStore } from './event-store.ts'
import { dropOldPartitions, listEventDays } from './partitions.ts'
import { processBatches } from './process-batches.ts'
import { recomputeDay } from './recompute.ts'

const postgresEvents: EventStore = {
  countNext: processBatches,
  recomputeDay,
  listDays: listEventDays,
  dropOld: dropOldPartitions,
  async close() {},
}

/** In ClickHouse if the owner has one, otherwise in the site's database. */
export function openEventStore(clickHouseUrl: string | null): EventStore {
  return clickHouseUrl === null ? postgresEvents : openClickHouse(clickHouseUrl)
}
