import type { ModerationAction } from '#contract/moderation/names.ts'
import { Button } from '#site/ui/button.tsx'
import { actions, plural } from './labels.ts'

const offered: readonly ModerationAction[] = ['approve', 'hide', 'delete', 'warn', 'ban', 'shadow-hold']

type Props = { chosen: string[]; busy: boolean; onAct(action: ModerationAction): void; onClear(): void }

export function BulkBar({ chosen, busy, onAct, onClear }: Props) {
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Actions for the selected cases"
      className="sticky top-16 z-10 flex flex-wrap items-center gap-2 border-y border-gray-200 bg-white py-2"
    >
      <output className="me-2 text-sm">{plural(chosen.length, 'case')} selected</output>
      {offered.map((action) => (
        <Button key={action} tone="quiet" size="sm" busy={busy} onClick={() => onAct(action)}>
          {actions[action].name}
        </Button>
      ))}
      <Button tone="plain" size="sm" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
