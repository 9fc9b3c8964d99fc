import { Dialog } from '#site/ui/dialog.tsx'
import { queueKeys } from './use-queue-keys.ts'

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {queueKeys.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-gray-300 px-2 py-0.5 font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
