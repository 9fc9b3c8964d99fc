import { usePageData } from '#site/page.ts'
import { formatBytes } from '#site/storage/size-text.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { BackupRow } from './backup-row.tsx'
import type { backupsData } from './backups-data.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { useBackups } from './use-backups.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function BackupsPage() {
  const backups = useBackups(usePageData<typeof backupsData>())
  const { items, schedule, nextAt, overdue, location, busy, starting } = backups
  const last = items.find(({ state }) => state === 'whole')
  const startButton = (
    <Button onClick={() => void backups.start()} busy={starting} disabled={busy}>
      Back up now
    </Button>
  )
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Backups</h1>
        {items.length > 0 && startButton}
      </div>
      <p className="mt-3 max-w-reading text-gray-600">
        A backup is one file with everything the site stores: accounts, stories, settings and uploaded files. Download
        one from time to time, because a copy on the same server is lost together with the server. The encryption key is
        not part of it. Store the key elsewhere.
      </p>
      <div className="mt-6 grid gap-3" aria-live="polite">
        {last && (
          <p className="text-gray-900">
            Last backup: <Time at={last.createdAt} className="font-medium" />, {formatBytes(last.size ?? 0)}
          </p>
        )}
        {overdue && (
          <Banner tone="warning" title="A scheduled backup is overdue">
            The last one that was due has failed or has not been made. Check the list, then back up now.
          </Banner>
        )}
      </div>

      <section aria-labelledby="schedule" className="mt-8">
        <h2 id="schedule" className="font-serif text-xl font-semibold">
          Schedule
        </h2>
        <p className="mt-1 mb-4 text-sm text-gray-600">
          {nextAt ? (
            <>
              Next backup: <NextTime at={nextAt} />. Backups you start yourself are kept until you delete them.
            </>
          ) : (
            'No backups are scheduled. Choose a time when few people read.'
          )}
        </p>
        <ScheduleForm schedule={schedule} onSave={backups.saveSchedule} />
      </section>

      <section aria-labelledby="files" className="mt-10">
        <h2 id="files" className="font-serif text-xl font-semibold">
          Files
        </h2>
        {items.length === 0 ? (
          <EmptyState icon="archive" title="No backups yet" action={startButton}>
            Disks fail and people delete the wrong thing. With a backup you can restore the whole site, on this server
            or on another one.
          </EmptyState>
        ) : (
          <>
            <p className="mt-1 mb-4 text-sm wrap-anywhere text-gray-600">
              Stored in <code dir="ltr">{location}</code>. Restore one with <code dir="ltr">bramble restore FILE</code>.
            </p>
            <ul>
              {items.map((backup) => (
                <BackupRow
                  key={backup.id}
                  backup={backup}
                  onVerify={() => void backups.verify(backup)}
                  onDelete={() => void backups.remove(backup)}
                />
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

/** In UTC, as the schedule is. */
function NextTime({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  return <time dateTime={at}>{format.format(new Date(at))} UTC</time>
}
