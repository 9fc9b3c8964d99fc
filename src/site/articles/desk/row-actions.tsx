import type { DeskItem } from '#contract/articles/desk.ts'
import { ButtonLink, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { useDuplicate } from '#site/articles/use-duplicate.ts'
import { type DeskAction, asksFirst, deskActions } from './desk-actions.ts'
import { titleOf } from '#site/stories/article-labels.ts'

type Props = { item: DeskItem; onAct(action: DeskAction): void }

/** The most common link as a button where there is room; everything in the menu. */
export function RowActions({ item, onAct }: Props) {
  const title = titleOf(item)
  const duplicate = useDuplicate(item.id)
  const links = linksOf(item)
  const [first] = links
  const actions = deskActions.filter(({ pick }) => pick(item) !== null)
  return (
    <div className="flex items-start gap-1">
      {first && (
        <ButtonLink
          to={first.to}
          tone="quiet"
          size="sm"
          className="max-md:hidden"
          aria-label={`${first.name} ${title}`}
        >
          {first.name}
        </ButtonLink>
      )}
      <Menu
        trigger={
          <IconButton label={`More actions for ${title}`} className="pointer-fine:size-9">
            <Icon name="ellipsis-vertical" />
          </IconButton>
        }
      >
        {links.map(({ to, name, icon }) => (
          <MenuLink key={name} to={to} icon={icon}>
            {name}
          </MenuLink>
        ))}
        <MenuItem icon="copy" onSelect={() => void duplicate()}>
          Duplicate
        </MenuItem>
        {actions.length > 0 && <MenuSeparator />}
        {actions.map((action) => (
          <MenuItem
            key={action.name}
            icon={action.icon}
            {...(action.tone && { tone: action.tone })}
            onSelect={() => onAct(action)}
          >
            {action.name}
            {asksFirst(action, [item]) && '…'}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function linksOf({ id, state, ref }: DeskItem) {
  const writable = state !== 'trashed'
  return [
    ...(writable ? [{ name: 'Edit', icon: 'pencil', to: `/articles/edit?id=${id}` }] : []),
    { name: 'Preview', icon: 'eye', to: `/preview/${id}` },
    ...(state === 'published' ? [{ name: 'View', icon: 'book-open', to: `/story/${ref}` }] : []),
  ]
}
