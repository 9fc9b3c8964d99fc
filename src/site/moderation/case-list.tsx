import { useState } from 'react'
import type { CaseDetail as Detail, ModerationCase } from '#contract/moderation/moderation.ts'
import { targetKinds } from '#contract/moderation/names.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { SelectAll } from '#site/ui/select-all.tsx'
import { useSelection } from '#site/ui/use-selection.ts'
import { CaseCard } from './case-card.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { kindNames } from './labels.ts'
import type { ScreenView } from './responses-data.ts'
import { screenAddress } from './screen-address.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { Decisions } from './use-decisions.ts'
import { useQueueKeys } from './use-queue-keys.ts'

type Props = {
  view: ScreenView
  query: Record<string, string>
  page: { items: ModerationCase[]; next: string | null }
  detail: Detail | null
  decisions: Decisions
}

const empty: Partial<Record<ScreenView, string>> = {
  open: 'Nothing waits for review. New reports and held responses appear here.',
  held: 'No response is held.',
  reported: 'No reports are open.',
  appeals: 'No appeals are open.',
  decided: 'No decisions yet.',
}

export function CaseList({ view, query, page, detail, decisions }: Props) {
  const { items, next } = page
  const ids = items.map(({ id }) => id)
  const selection = useSelection(ids)
  const [helps, setHelps] = useState(false)
  useQueueKeys({
    act: (action, id) => {
      const targets = selection.chosen.length > 0 ? selection.chosen : id ? [id] : []
      decisions.act({ action, targets })
    },
    select: selection.toggle,
    help: () => setHelps(true),
  })
  // A case that was opened from another list stands above this one.
  const apart = detail && !ids.includes(detail.id) ? detail : null
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <KindFilter query={query} />
        <Button tone="plain" size="sm" className="ms-auto noscript:hidden max-sm:hidden" onClick={() => setHelps(true)}>
          Keyboard shortcuts
        </Button>
      </div>
      {items.length > 0 && (
        <div className="noscript:hidden">
          <SelectAll chosen={selection.chosen.length} of={ids.length} onAll={selection.all} onNone={selection.none} />
        </div>
      )}
      <BulkBar
        chosen={selection.chosen}
        busy={decisions.busy}
        onAct={(action) => decisions.act({ action, targets: selection.chosen })}
        onClear={selection.none}
      />
      {items.length === 0 && !apart && (
        <EmptyState icon="check" title="All done">
          {empty[view]}
        </EmptyState>
      )}
      <ul>
        {[...(apart ? [apart] : []), ...items].map((item) => (
          <CaseCard
            key={item.id}
            item={item}
            detail={detail?.id === item.id ? detail : null}
            query={query}
            chosen={selection.has(item.id)}
            onChoose={(through) => selection.toggle(item.id, through)}
            decisions={decisions}
          />
        ))}
      </ul>
      <Pagination
        label="More cases"
        byTime={false}
        first={query['before'] ? screenAddress(query, { before: null, case: null }) : null}
        next={next && screenAddress(query, { before: next, case: null })}
      />
      {helps && <ShortcutsDialog onClose={() => setHelps(false)} />}
    </>
  )
}

function KindFilter({ query }: { query: Record<string, string> }) {
  const current = targetKinds.find((one) => one === query['kind']) ?? null
  const to = (kind: string | null) => screenAddress(query, { kind, before: null, case: null })
  const byReports = query['sort'] === 'reports'
  return (
    <nav aria-label="Filter and order" className="flex flex-wrap gap-2">
      <PillLink to={to(null)} current={current === null}>
        Everything
      </PillLink>
      {targetKinds.map((kind) => (
        <PillLink key={kind} to={to(kind)} current={current === kind}>
          {kind === 'person' ? 'People' : kind === 'story' ? 'Stories' : `${kindNames[kind]}s`}
        </PillLink>
      ))}
      {query['view'] !== 'decided' && (
        <PillLink to={screenAddress(query, { sort: byReports ? null : 'reports', before: null })} current={byReports}>
          Most reported first
        </PillLink>
      )}
    </nav>
  )
}
