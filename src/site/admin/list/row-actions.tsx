import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem } from '#site/ui/menu.tsx'
import type { BulkAction } from './list-types.ts'
import { asksFirst } from './use-bulk-actions.ts'

type Props<Row> = {
  row: Row
  actions: readonly BulkAction<Row>[]
  rowLabel(row: Row): string
  disabled: boolean
  onAction(action: BulkAction<Row>, row: Row): void
}

/** The actions that apply to one row: the main ones as buttons, the others in a menu. */
export function RowActions<Row>({ row, actions, rowLabel, disabled, onAction }: Props<Row>) {
  const offered = actions.filter(({ appliesTo }) => !appliesTo || appliesTo(row))
  const buttons = offered.filter(({ inRow }) => inRow === 'button')
  const others = offered.filter(({ inRow }) => inRow === 'menu')
  const name = rowLabel(row)
  const labelOf = (action: BulkAction<Row>) =>
    (action.labelInRow?.(row) ?? action.label) + (asksFirst(action, [row]) ? '…' : '')
  return (
    <div className="flex items-center gap-1 noscript:hidden max-sm:flex-wrap">
      {buttons.map((action) => (
        <Button
          key={action.id}
          tone="quiet"
          size="sm"
          className="sm:max-2xl:px-2.5!"
          aria-label={`${labelOf(action)} – ${name}`}
          title={labelOf(action)}
          aria-disabled={disabled || undefined}
          onClick={() => onAction(action, row)}
        >
          <Icon name={action.icon} size={16} />
          <span className="sm:max-2xl:sr-only">{labelOf(action)}</span>
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          trigger={
            <IconButton label={`More actions for ${name}`} className="pointer-fine:size-9">
              <Icon name="ellipsis" />
            </IconButton>
          }
        >
          {others.map((action) => (
            <MenuItem
              key={action.id}
              icon={action.icon}
              {...(action.tone && { tone: action.tone })}
              onSelect={() => onAction(action, row)}
            >
              {labelOf(action)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
