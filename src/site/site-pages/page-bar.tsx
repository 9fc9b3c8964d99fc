import { type SitePageName, sitePages } from '#contract/site-pages/names.ts'
import { BackLink, PreviewLink, useOpenPreview } from '#site/articles/writing/bar-links.tsx'
import { SaveStatus } from '#site/articles/writing/save-status.tsx'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'

export type PageAction = 'publish' | 'reset' | 'versions'

type Props = { page: SitePageName; onAction(action: PageAction): void }

export function PageBar({ page, onAction }: Props) {
  const { article, engine, state } = useWriting()
  const openPreview = useOpenPreview()
  const { name, path } = sitePages[page]
  const isChanged = article?.changed === true || state.phase !== 'saved'
  const preview = `/admin/settings/pages/${page}/preview`

  return (
    <header
      data-own-bar
      className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-gray-100 bg-white px-1.5 sm:gap-2 sm:px-3"
    >
      <BackLink to="/admin/settings/pages" name="Pages" />
      <div className="flex min-w-0 flex-1 items-center gap-2.5">
        <span className="min-w-0 shrink-0 max-sm:hidden">
          <Badge>{name}</Badge>
        </span>
        <SaveStatus state={state} />
      </div>
      <PreviewLink to={preview} />
      <Menu
        trigger={
          <IconButton label="More" className="shrink-0">
            <Icon name="ellipsis" />
          </IconButton>
        }
      >
        <MenuItem icon="eye" onSelect={() => void openPreview(preview)}>
          Preview
        </MenuItem>
        <MenuLink icon="book-open" to={path}>
          View page
        </MenuLink>
        <MenuSeparator />
        <MenuItem icon="history" onSelect={() => onAction('versions')}>
          Versions
        </MenuItem>
        <MenuItem icon="rotate-ccw" onSelect={() => onAction('reset')}>
          Reset to default text…
        </MenuItem>
      </Menu>
      <Button size="sm" className="shrink-0" disabled={!isChanged || !engine} onClick={() => onAction('publish')}>
        Publish…
      </Button>
    </header>
  )
}
