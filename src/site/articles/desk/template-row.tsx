import { useEffect, useRef } from 'react'
import type { Template } from '#contract/articles/templates.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useTemplateDrag } from './use-template-drag.ts'

type Props = {
  template: Template
  /** Ids of the adjacent templates. */
  above: string | null
  below: string | null
  onPlace(id: string, target: string): void
  onEdit(): void
  onDelete(): void
}

/** Reordered with its buttons, or by dragging. */
export function TemplateRow({ template, above, below, onPlace, onEdit, onDelete }: Props) {
  const { id, name, description } = template
  const { over, props } = useTemplateDrag(template, onPlace)
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<'up' | 'down' | null>(null)

  // Moving the row drops the focus. Restore it, so that the key can be pressed again.
  useEffect(() => {
    const [same, other] = pressed.current === 'up' ? [up, down] : [down, up]
    if (pressed.current) (same.current?.disabled ? other : same).current?.focus()
    pressed.current = null
  })

  function move(by: 'up' | 'down', target: string | null) {
    pressed.current = by
    if (target) onPlace(id, target)
  }

  return (
    <li
      {...props}
      data-over={over || undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-gray-200 py-3 data-over:bg-primary-50"
    >
      <Icon name="grip-vertical" className="cursor-grab text-gray-400 max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        {description && (
          <p dir="auto" className="text-sm text-gray-600">
            {description}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          ref={up}
          label={`Move ${name} up`}
          disabled={above === null}
          onClick={() => move('up', above)}
          className={small}
        >
          <Icon name="arrow-up" size={16} />
        </IconButton>
        <IconButton
          ref={down}
          label={`Move ${name} down`}
          disabled={below === null}
          onClick={() => move('down', below)}
          className={small}
        >
          <Icon name="arrow-down" size={16} />
        </IconButton>
        <Button tone="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmButton
          label={`Delete ${name}`}
          busy={false}
          title={`Delete “${name}”?`}
          consequence="Stories already started from it don’t change."
          action="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}

const small = 'disabled:opacity-40 pointer-fine:size-9'
