import { useState } from 'react'
import type { Template, TemplateKind } from '#contract/articles/templates.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TemplateForm } from './template-form.tsx'
import { TemplateRow } from './template-row.tsx'
import type { TemplateDraft, useTemplates } from './use-templates.ts'

type Props = {
  kind: TemplateKind
  title: string
  description: string
  desk: ReturnType<typeof useTemplates>
  suggestions: readonly TemplateDraft[]
}

export function TemplateSection({ kind, title, description, desk, suggestions }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const own = desk.templates.filter((one) => one.kind === kind)
  const left = suggestions.filter(({ name }) => own.every((one) => one.name !== name))
  const form = (template: Template | null) => (
    <TemplateForm
      kind={kind}
      template={template}
      onSave={(draft) => desk.save(draft, template?.id ?? null)}
      onClose={() => setOpen(null)}
    />
  )
  return (
    <section className="mt-10" aria-label={title}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-serif text-xl font-semibold">{title}</h2>
          <p className="mt-1 text-gray-600">{description}</p>
        </div>
        <Button tone="quiet" onClick={() => setOpen('new')}>
          <Icon name="plus" size={18} />
          {kind === 'prompt' ? 'Add a prompt' : 'Add a template'}
        </Button>
      </div>
      <ol className="mt-4 border-t border-gray-200">
        {own.map((template, index) =>
          open === template.id ? (
            <li key={template.id} className="py-3">
              {form(template)}
            </li>
          ) : (
            <TemplateRow
              key={template.id}
              template={template}
              above={own[index - 1]?.id ?? null}
              below={own[index + 1]?.id ?? null}
              onPlace={(id, target) => void desk.place(id, target)}
              onEdit={() => setOpen(template.id)}
              onDelete={() => void desk.remove(template)}
            />
          ),
        )}
      </ol>
      {open === 'new' && <div className="mt-4">{form(null)}</div>}
      {left.length > 0 && own.length < suggestions.length && (
        <Suggestions drafts={left} none={own.length === 0} busy={desk.busy} onAdd={(drafts) => void desk.add(drafts)} />
      )}
    </section>
  )
}

type SuggestionsProps = {
  drafts: readonly TemplateDraft[]
  none: boolean
  busy: boolean
  onAdd(drafts: readonly TemplateDraft[]): void
}

function Suggestions({ drafts, none, busy, onAdd }: SuggestionsProps) {
  return (
    <div className="mt-4 rounded-lg bg-gray-50 p-5">
      <p className="font-medium">{none ? 'None yet. Start with one of these:' : 'More suggestions:'}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {drafts.map((draft) => (
          <li key={draft.name} className="max-w-full">
            <Button
              tone="quiet"
              size="sm"
              aria-label={`Add ${draft.name}`}
              className="max-w-full py-1.5 text-start whitespace-normal!"
              onClick={() => !busy && onAdd([draft])}
            >
              <Icon name="plus" size={16} />
              {draft.name}
            </Button>
          </li>
        ))}
      </ul>
      {drafts.length > 1 && (
        <Button size="sm" busy={busy} className="mt-4" onClick={() => onAdd(drafts)}>
          Add all
        </Button>
      )}
    </div>
  )
}
