import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { openDatabase } from '#server/platform/db.ts'
import { serveTasks, threadLog as log } from '#server/platform/worker-thread.ts'
import { openCountries } from './countries.ts'
import type { ThreadSettings } from './ingest.ts'
import { createRecorder } from './record-events.ts'

// One writes, one reads salts.
const CONNECTIONS = 2

// On other systems, this would be the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const { url, prepare, origin, countryDatabase }: ThreadSettings = workerData
const database = openDatabase(url, { log, prepare, connections: CONNECTIONS })
const countryOf = await openCountries(countryDatabase, log)
serveTasks(createRecorder({ db: database.db, now: () => new Date(), log, origin, countryOf }), database.close)
