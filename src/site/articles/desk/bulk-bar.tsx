import type { DeskItem } from '#contract/articles/desk.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { type DeskAction, asksFirst, commonActions } from './desk-actions.ts'
import { formatStoryCount } from '#site/stories/article-labels.ts'

type Props = { chosen: readonly DeskItem[]; onAct(action: DeskAction): void; onNone(): void }

export function BulkBar({ chosen, onAct, onNone }: Props) {
  if (chosen.length === 0) return null
  const actions = commonActions(chosen)
  return (
    <section
      aria-label="Bulk actions"
      className="sticky bottom-20 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg bg-white p-3 shadow-float ring-1 ring-gray-200 sm:bottom-4"
    >
      <output className="px-2 text-sm font-medium">{formatStoryCount(chosen.length)} selected</output>
      {actions.map((action) => (
        <Button
          key={action.name}
          size="sm"
          tone="quiet"
          className={action.tone === 'danger' ? 'text-danger-700!' : ''}
          onClick={() => onAct(action)}
        >
          <Icon name={action.icon} size={16} />
          {action.name}
          {asksFirst(action, chosen) && '…'}
        </Button>
      ))}
      {actions.length === 0 && <p className="text-sm text-gray-600">No bulk actions for this selection.</p>}
      <Button size="sm" tone="plain" className="ms-auto" onClick={onNone}>
        Clear
      </Button>
    </section>
  )
}
