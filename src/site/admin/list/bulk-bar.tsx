import { useState } from 'react'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Progress } from '#site/ui/progress.tsx'
import type { BulkAction, RunOnRows } from './list-types.ts'
import type { BulkFailures, useBulkActions } from './use-bulk-actions.ts'

type Props<Row> = {
  chosen: readonly Row[]
  actions: readonly BulkAction<Row>[]
  noun: readonly [string, string]
  bulk: Pick<ReturnType<typeof useBulkActions<Row>>, 'run' | 'progress'>
  onNone(): void
}

/** The actions for the selected rows, above the bottom edge of the window. */
export function BulkBar<Row>({ chosen, actions, noun, bulk, onNone }: Props<Row>) {
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null)
  const { run, progress } = bulk
  const offered = actions.filter(({ appliesTo }) => !appliesTo || chosen.every(appliesTo))

  function start(action: BulkAction<Row>) {
    if (action.confirm || action.Dialog) setAsking(action)
    else void run(action, chosen)
  }

  function answer(work?: RunOnRows<Row>) {
    if (asking) void run(asking, chosen, work)
    setAsking(null)
  }

  if (chosen.length === 0 && !progress) return null
  return (
    <section
      aria-label="Bulk actions"
      className="sticky bottom-20 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg bg-white p-3 shadow-float ring-1 ring-gray-200 sm:bottom-4"
    >
      {progress ? (
        <div className="flex-1 px-2 py-1">
          <Progress label={progress.label} value={progress.finished} max={progress.of} />
        </div>
      ) : (
        <>
          <output className="px-2 text-sm font-medium">{formatCount(chosen.length, noun)} selected</output>
          {offered.map((action) => (
            <Button
              key={action.id}
              size="sm"
              tone="quiet"
              className={action.tone === 'danger' ? 'text-danger-700!' : ''}
              onClick={() => start(action)}
            >
              <Icon name={action.icon} size={16} />
              {action.label}
              {(action.confirm || action.Dialog) && '…'}
            </Button>
          ))}
          {offered.length === 0 && <p className="text-sm text-gray-600">No bulk actions for this selection.</p>}
          <Button size="sm" tone="plain" className="ms-auto" onClick={onNone}>
            Clear
          </Button>
        </>
      )}
      {asking?.Dialog && <asking.Dialog rows={chosen} onRun={answer} onClose={() => setAsking(null)} />}
      {asking?.confirm && (
        <Dialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          title={asking.confirm.title(chosen.length)}
          description={asking.confirm.text}
          actions={
            <>
              <DialogClose>
                <Button tone="quiet">Cancel</Button>
              </DialogClose>
              <Button tone={asking.tone ?? 'primary'} onClick={() => answer()}>
                {asking.confirm.button}
              </Button>
            </>
          }
        />
      )}
    </section>
  )
}

export function BulkFailureList({ failures, onDismiss }: { failures: BulkFailures; onDismiss(): void }) {
  const { label, of, failed, retry } = failures
  return (
    <div className="pb-4" role="alert">
      <Banner
        tone="danger"
        title={of === 1 ? `“${label}” failed` : `“${label}” failed for ${failed.length} of ${of}`}
        action={
          <span className="flex gap-2">
            <Button tone="quiet" size="sm" onClick={retry}>
              Try again
            </Button>
            <Button tone="plain" size="sm" onClick={onDismiss}>
              Close
            </Button>
          </span>
        }
      >
        <ul>
          {failed.map(({ id, name, message }) => (
            <li key={id}>
              <bdi className="font-medium">{name}</bdi>: {message}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

export function formatCount(count: number, [one, many]: readonly [string, string]) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
