import { Menu as Base } from '@base-ui/react/menu'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { itemLook } from '#site/ui/popup-styles.ts'
import { Menu } from '#site/ui/menu.tsx'

type Props = {
  columns: readonly { id: string; header: string }[]
  hidden: readonly string[]
  onChange(hidden: string[]): void
}

export function ColumnChoice({ columns, hidden, onChange }: Props) {
  return (
    <Menu
      trigger={
        <Button tone="plain" size="sm" className="max-sm:hidden">
          <Icon name="columns-3" size={16} />
          Columns
        </Button>
      }
    >
      {columns.map(({ id, header }) => (
        <Base.CheckboxItem
          key={id}
          className={itemLook}
          checked={!hidden.includes(id)}
          onCheckedChange={(shown) => onChange(shown ? hidden.filter((one) => one !== id) : [...hidden, id])}
        >
          <span className="grid size-4 place-items-center">
            <Base.CheckboxItemIndicator>
              <Icon name="check" size={16} className="text-primary-700" />
            </Base.CheckboxItemIndicator>
          </span>
          {header}
        </Base.CheckboxItem>
      ))}
    </Menu>
  )
}
