import type { ReactNode } from 'react'
import type { SystemStatus } from '#contract/operations/operations.ts'
import { Time } from '#site/ui/time.tsx'
import { formatBytes, formatNumber, formatShare, formatUptime } from '#site/charts/format-figures.ts'

export function SystemFigures({ status }: { status: SystemStatus }) {
  const { database, disk, mail, cache, blobs } = status
  const requests = cache.hits + cache.misses
  return (
    <section aria-label="Figures">
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-gray-200 bg-gray-200 sm:grid-cols-2 xl:grid-cols-4">
        <Figure name="Version" value={status.version} note={`Build ${status.build}`} />
        <Figure
          name="Uptime"
          value={formatUptime(status.startedAt, status.at)}
          note={`Node ${status.node}, PostgreSQL ${status.postgres}`}
        />
        <Figure
          name="Database"
          value={formatBytes(database.sizeBytes)}
          note={`${database.kind === 'embedded' ? 'Embedded' : 'External'}, ${database.connections} of ${database.maxConnections} connections`}
        />
        <Figure
          name="Migrations"
          value={
            database.pendingMigrations.length === 0 ? 'Up to date' : `${database.pendingMigrations.length} pending`
          }
          note={database.pendingMigrations.join(', ')}
        />
        <Figure
          name="Free disk space"
          value={disk ? formatBytes(disk.freeBytes) : 'Unknown'}
          note={disk ? `of ${formatBytes(disk.totalBytes)} in the data folder` : ''}
        />
        <Figure name="Uploaded files" value={blobs.kind === 's3' ? 'S3' : 'Folder'} note={blobs.place} />
        <Figure
          name="Mail server"
          value={mail.server ?? 'None'}
          note={
            mail.server ? (
              <>
                {formatNumber(mail.waiting)} waiting, {formatNumber(mail.failed)} failed
                {mail.lastSentAt && (
                  <>
                    , last sent <Time at={mail.lastSentAt} />
                  </>
                )}
              </>
            ) : (
              'Email is stored, not delivered.'
            )
          }
        />
        <Figure
          name="Cache hit rate"
          value={requests > 0 ? formatShare(cache.hits / requests) : '–'}
          note={`${formatNumber(requests)} page requests in 24 hours`}
        />
      </dl>
    </section>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div className="min-w-0 bg-white p-5">
      <dt className="text-sm text-gray-600">{name}</dt>
      <dd className="mt-1">
        <span className="block text-xl font-semibold wrap-anywhere tabular-nums">{value}</span>
        <span className="mt-1 block text-sm wrap-anywhere text-gray-600">{note}</span>
      </dd>
    </div>
  )
}
