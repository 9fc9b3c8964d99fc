import { useNavigate } from 'react-router'
import { type SitePageName, sitePages } from '#contract/site-pages/names.ts'
import { SaveStatus } from '#site/articles/writing/save-status.tsx'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, IconButton, buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'

export type PageAction = 'publish' | 'reset' | 'versions'

type Props = { page: SitePageName; onAction(action: PageAction): void }

export function PageBar({ page, onAction }: Props) {
  const { article, engine, state } = useWriting()
  const navigate = useNavigate()
  const { name, path } = sitePages[page]
  const isChanged = article?.changed === true || state.phase !== 'saved'
  const preview = `/admin/settings/pages/${page}/preview`

  /** The preview shows what the server has, so unsaved changes are saved first. */
  async function openPreview() {
    await engine?.flush()
    await navigate(preview, { viewTransition: true })
  }

  return (
    <header
      data-own-bar
      className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-gray-100 bg-white px-1.5 sm:gap-2 sm:px-3"
    >
      <Link
        to="/admin/settings/pages"
        viewTransition
        aria-label="Pages"
        className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full text-sm text-gray-600 hover:bg-gray-100 md:px-3"
      >
        <Icon name="arrow-left" size={18} className="rtl:-scale-x-100" />
        <span className="max-md:hidden">Pages</span>
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-2.5">
        <span className="min-w-0 shrink-0 max-sm:hidden">
          <Badge>{name}</Badge>
        </span>
        <SaveStatus state={state} />
      </div>
      <Link
        to={preview}
        className={`max-md:hidden ${buttonLook({ tone: 'plain', size: 'sm' })}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          void openPreview()
        }}
      >
        Preview
      </Link>
      <Menu
        trigger={
          <IconButton label="More" className="shrink-0">
            <Icon name="ellipsis" />
          </IconButton>
        }
      >
        <MenuItem icon="eye" onSelect={() => void openPreview()}>
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
