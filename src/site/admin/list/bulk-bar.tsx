import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Progress } from '#site/ui/progress.tsx'
import type { BulkAction } from './list-types.ts'
import { type BulkFailures, appliesToAll, asksFirst, type useBulkActions } from './use-bulk-actions.ts'

type Bulk<Row> = ReturnType<typeof useBulkActions<Row>>

type Props<Row> = {
  chosen: readonly Row[]
  actions: readonly BulkAction<Row>[]
  noun: readonly [string, string]
  bulk: Pick<Bulk<Row>, 'start' | 'isRunning' | 'progress'>
  onNone(): void
}

/** The actions for the selected rows, above the bottom edge of the window. */
export function BulkBar<Row>({ chosen, actions, noun, bulk, onNone }: Props<Row>) {
  const { start, isRunning, progress } = bulk
  const offered = actions.filter((action) => appliesToAll(action, chosen))
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
              aria-disabled={isRunning || undefined}
              className={action.tone === 'danger' ? 'text-danger-700!' : ''}
              onClick={() => start(action, chosen)}
            >
              <Icon name={action.icon} size={16} />
              {action.label}
              {asksFirst(action, chosen) && '…'}
            </Button>
          ))}
          {offered.length === 0 && <p className="text-sm text-gray-600">No bulk actions for this selection.</p>}
          <Button size="sm" tone="plain" className="ms-auto" onClick={onNone}>
            Clear
          </Button>
        </>
      )}
    </section>
  )
}

/** Asks before an action runs, or for its input. */
export function ActionDialog<Row>({ bulk: { asking, answer, cancel } }: { bulk: Bulk<Row> }) {
  if (!asking) return null
  const { rows, action } = asking
  const { Dialog: Input, confirm, tone = 'primary' } = action
  if (Input) return <Input rows={rows} onRun={answer} onClose={cancel} />
  if (!confirm) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={confirm.title(rows.length)}
      description={confirm.text}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button tone={tone} onClick={() => answer()}>
            {confirm.button}
          </Button>
        </>
      }
    />
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
