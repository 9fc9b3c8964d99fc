import type { ReactNode } from 'react'
import type { Backup } from '#contract/backup.ts'
import { useBoot } from '#site/page.ts'
import { formatBytes } from '#site/storage/size-text.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, buttonLook } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { isBusy } from './use-backups.ts'

type Props = { backup: Backup; onVerify(): void; onDelete(): void }

export function BackupRow({ backup, onVerify, onDelete }: Props) {
  const { file, createdAt, error, verify, missing, state } = backup
  return (
    <li className="grid grid-cols-1 gap-3 border-t border-gray-200 py-5" data-state={state}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-medium text-gray-900">
          <Time at={createdAt} />
        </h3>
        <StateBadge backup={backup} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-gray-600">
        <code className="font-mono wrap-anywhere" dir="ltr">
          {file}
        </code>
        <Facts backup={backup} />
      </p>
      {isBusy(backup) && <WorkProgress backup={backup} />}
      {error && <Problem>{error}</Problem>}
      {verify?.error && <Problem>{verify.error}</Problem>}
      {missing > 0 && (
        <Problem>
          {missing === 1 ? '1 file was' : `${missing} files were`} missing from the storage and could not be backed up.
        </Problem>
      )}
      {!isBusy(backup) && <Actions backup={backup} onVerify={onVerify} onDelete={onDelete} />}
    </li>
  )
}

function StateBadge({ backup: { state, verify } }: { backup: Backup }) {
  if (state === 'failed') return <Badge tone="danger">Failed</Badge>
  if (state !== 'whole') return <Badge>{state === 'waiting' ? 'Waiting' : 'Running'}</Badge>
  if (verify?.state === 'failed') return <Badge tone="danger">Verification failed</Badge>
  return verify?.state === 'passed' ? <Badge tone="primary">Verified</Badge> : <Badge>Complete</Badge>
}

function Facts({ backup: { size, rows, objects, scheduled, madeBy, verify } }: { backup: Backup }) {
  const origin = scheduled ? 'By the schedule' : madeBy ? `By ${madeBy.name}` : 'From the command line'
  return (
    <>
      {size !== null && <span>{formatBytes(size)}</span>}
      {rows !== null && <span>{rows.toLocaleString('en')} rows</span>}
      {objects !== null && <span>{objects.toLocaleString('en')} files</span>}
      <span dir="auto">{origin}</span>
      {verify?.at && verify.state === 'passed' && (
        <span>
          Verified <Time at={verify.at} />
        </span>
      )}
    </>
  )
}

function Actions({ backup, onVerify, onDelete }: Props) {
  const { base } = useBoot()
  const { id, state, file } = backup
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'whole' && (
        <>
          <a
            href={`${base}api/admin/backups/${id}/file`}
            download={file}
            className={buttonLook({ tone: 'quiet', size: 'sm' })}
          >
            <Icon name="download" size={16} />
            Download <span className="sr-only">{file}</span>
          </a>
          <Button tone="quiet" size="sm" onClick={onVerify}>
            Verify <span className="sr-only">{file}</span>
          </Button>
        </>
      )}
      <Dialog
        title="Delete this backup?"
        description={state === 'whole' ? `${file} is deleted permanently.` : 'The entry is removed from the list.'}
        trigger={
          <Button tone="plain" size="sm">
            Delete… <span className="sr-only">{file}</span>
          </Button>
        }
        actions={
          <>
            <DialogClose>
              <Button tone="quiet">Cancel</Button>
            </DialogClose>
            <DialogClose>
              <Button tone="danger" onClick={onDelete}>
                Delete
              </Button>
            </DialogClose>
          </>
        }
      />
    </div>
  )
}

/** The browser's own bar: the Content-Security-Policy refuses the inline style of another one in the HTML of the server. */
function WorkProgress({ backup }: { backup: Backup }) {
  const { percent } = backup
  const label = progressLabel(backup)
  return (
    <div className="grid max-w-md gap-1.5 text-sm text-gray-700">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        {percent !== null && <span className="tabular-nums">{percent} %</span>}
      </p>
      <progress
        aria-label={label}
        max={100}
        {...(percent !== null && { value: percent })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-gray-200 [&::-moz-progress-bar]:bg-primary-600 [&::-webkit-progress-bar]:bg-gray-200 [&::-webkit-progress-value]:bg-primary-600"
      />
    </div>
  )
}

function progressLabel({ state }: Backup) {
  if (state === 'waiting') return 'Waiting to start'
  return state === 'running' ? 'Backing up' : 'Verifying'
}

function Problem({ children }: { children: ReactNode }) {
  return <p className="text-sm wrap-anywhere text-danger-800">{children}</p>
}
