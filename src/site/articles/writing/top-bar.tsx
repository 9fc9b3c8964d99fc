import { stateLabels } from '#site/stories/article-labels.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { useDuplicate } from '#site/articles/use-duplicate.ts'
import { type TransitionAction, listOtherActions } from './transition-actions.ts'
import { Presence } from '#site/articles/writing/presence/presence.tsx'
import { usePresence } from '#site/articles/writing/presence/use-presence.ts'
import { BackLink, PreviewLink, useOpenPreview } from './bar-links.tsx'
import { SaveStatus } from './save-status.tsx'
import { useWriting } from './writing-context.ts'

export type BarAction = 'settings' | 'outline' | 'notes' | 'revisions' | 'share' | 'history'

type Props = {
  back: { to: string; name: string }
  primary: TransitionAction | null
  busy: boolean
  onTransition(action: TransitionAction): void
  onAction(action: BarAction): void
  onFocusMode(): void
}

export function TopBar({ back, primary, busy, onTransition, onAction, onFocusMode }: Props) {
  const { article, articleId, engine, readOnly, state } = useWriting()
  const people = usePresence(articleId, engine, article !== null && !readOnly)
  const { name, tone } = stateLabels[article?.state ?? 'draft']
  return (
    <header
      data-own-bar
      className="sticky top-0 z-30 flex h-14 group-data-focused/writing:hidden items-center gap-1 border-b border-gray-100 bg-white px-1.5 sm:gap-2 sm:px-3"
    >
      <BackLink {...back} />
      <div className="flex min-w-0 flex-1 items-center gap-2.5">
        <span className="shrink-0 max-sm:hidden">
          <Badge tone={tone}>{name}</Badge>
        </span>
        <SaveStatus state={state} />
      </div>
      <Presence people={people} />
      {article && article.state !== 'trashed' && <PreviewLink to={`/preview/${article.id}`} />}
      <IconButton label="Settings" className="shrink-0 max-xs:hidden" onClick={() => onAction('settings')}>
        <Icon name="settings-2" />
      </IconButton>
      <MoreMenu onTransition={onTransition} onAction={onAction} onFocusMode={onFocusMode} />
      {primary && (
        <Button size="sm" busy={busy} className="shrink-0" onClick={() => onTransition(primary)}>
          {primary.name}
        </Button>
      )}
    </header>
  )
}

function MoreMenu({ onTransition, onAction, onFocusMode }: Pick<Props, 'onTransition' | 'onAction' | 'onFocusMode'>) {
  const { article, articleId, engine } = useWriting()
  const duplicate = useDuplicate(articleId)
  // The server copies what it has.
  const saveFirst = async () => {
    await engine?.flush()
    const phase = engine?.state().phase ?? 'saved'
    // A story that can no longer be edited is copied as it is.
    return phase === 'saved' || phase === 'closed' ? null : 'Your changes couldn’t be saved. Try again once they are.'
  }
  const openPreview = useOpenPreview()
  const others = article ? listOtherActions(article) : []
  return (
    <Menu
      trigger={
        <IconButton label="More" className="shrink-0">
          <Icon name="ellipsis" />
        </IconButton>
      }
    >
      <MenuItem icon="settings-2" onSelect={() => onAction('settings')}>
        Settings
      </MenuItem>
      <MenuItem icon="table-of-contents" onSelect={() => onAction('outline')}>
        Outline
      </MenuItem>
      <MenuItem icon="maximize-2" onSelect={onFocusMode}>
        Focus mode
      </MenuItem>
      {article && (
        <>
          <MenuItem icon="eye" onSelect={() => void openPreview(`/preview/${article.id}`)}>
            Preview
          </MenuItem>
          {article.state === 'published' && (
            <MenuLink icon="book-open" to={`/story/${article.ref}`}>
              View story
            </MenuLink>
          )}
          <MenuSeparator />
          <MenuItem icon="message-square" onSelect={() => onAction('notes')}>
            Notes
          </MenuItem>
          <MenuItem icon="history" onSelect={() => onAction('revisions')}>
            Earlier versions
          </MenuItem>
          <MenuItem icon="link" onSelect={() => onAction('share')}>
            Share draft…
          </MenuItem>
          <MenuItem icon="list" onSelect={() => onAction('history')}>
            History
          </MenuItem>
          <MenuItem icon="copy" onSelect={() => void duplicate(saveFirst)}>
            Duplicate
          </MenuItem>
        </>
      )}
      {others.length > 0 && <MenuSeparator />}
      {others.map((action) => (
        <MenuItem
          key={action.move}
          icon={action.icon}
          {...(action.tone && { tone: action.tone })}
          onSelect={() => onTransition(action)}
        >
          {action.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
