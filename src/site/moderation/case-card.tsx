import type { ReactNode } from 'react'
import type { CaseDetail as Detail, ModerationCase } from '#contract/moderation/moderation.ts'
import { type ModerationAction, reasonNames } from '#contract/moderation/names.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { Menu, MenuItem } from '#site/ui/menu.tsx'
import { Time } from '#site/ui/time.tsx'
import { CaseDetail } from './case-detail.tsx'
import { actions, askingActions, heldNames, kindNames, plural, reportName, stateNames } from './labels.ts'
import { screenAddress } from './screen-address.ts'
import type { Decisions } from './use-decisions.ts'

type Props = {
  item: ModerationCase
  detail: Detail | null
  query: Record<string, string>
  chosen: boolean
  onChoose(through: boolean): void
  decisions: Decisions
}

export function CaseCard({ item, detail, query, chosen, onChoose, decisions }: Props) {
  const { id, kind, person, story } = item
  const name = `${kindNames[kind].toLowerCase()} ${kind === 'story' ? `“${story?.title ?? ''}”` : `by ${person.name}`}`
  return (
    <li
      data-case={id}
      tabIndex={-1}
      data-chosen={chosen || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-b border-gray-200 py-5 data-chosen:bg-primary-50"
    >
      <label className="-mt-2 grid size-11 place-items-center noscript:invisible">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={`Select the ${name}`}
          // Only the click event knows whether Shift is held.
          onClick={(event) => onChoose(event.shiftKey)}
          onChange={() => {}}
          className="size-5 accent-primary-700"
        />
      </label>
      <article aria-label={`${kindNames[kind]} ${kind === 'story' ? '' : 'by '}${person.name}`} className="min-w-0">
        <CaseHeader item={item} />
        {item.text && (
          <p
            dir="auto"
            className={`mt-2 max-w-reading wrap-anywhere whitespace-pre-line text-gray-900 ${detail ? '' : 'line-clamp-4'}`}
          >
            {item.text}
          </p>
        )}
        {story && (
          <p className="mt-1 text-sm text-gray-600">
            {kind === 'response' ? 'On ' : ''}
            <Link to={storyPath(item)} className="underline underline-offset-2 hover:text-gray-900">
              <bdi>{story.title || 'Untitled'}</bdi>
            </Link>
          </p>
        )}
        <Why item={item} />
        <CaseActions item={item} decisions={decisions} name={name}>
          <Link
            to={screenAddress(query, { case: detail ? null : id })}
            preventScrollReset
            data-details
            aria-label={`${detail ? 'Close' : 'Details of'} the ${name}`}
            className="inline-flex min-h-11 items-center px-2 text-sm font-medium text-gray-700 underline-offset-4 hover:underline pointer-fine:min-h-9"
          >
            {detail ? 'Close' : 'Details'}
          </Link>
        </CaseActions>
        {detail && <CaseDetail detail={detail} decisions={decisions} />}
      </article>
    </li>
  )
}

function storyPath({ id, kind, story }: ModerationCase) {
  if (!story?.published) return `/admin/articles/preview/${story?.id ?? ''}`
  const response = id.split(':')[1] ?? ''
  const path = `/story/${encodeURIComponent(story.slug)}`
  return kind === 'response' ? `${path}?at=${response}#response-${response}` : path
}

function CaseHeader({ item: { kind, state, person, sanctions, openedAt } }: { item: ModerationCase }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-gray-600">
      <Avatar name={person.name} src={person.avatar?.src ?? null} size={24} />
      <Link to={`/user/${person.handle}`} className="font-medium text-gray-900 hover:underline">
        <bdi>{person.name}</bdi>
      </Link>
      <span>{kindNames[kind]}</span>
      <Badge tone={state === 'held' || state === 'hidden' ? 'warning' : 'neutral'}>{stateNames[state] ?? state}</Badge>
      {sanctions.banned && <Badge tone="danger">Banned</Badge>}
      {sanctions.shadowHeld && <Badge tone="warning">Shadow-held</Badge>}
      <Time at={openedAt} />
    </div>
  )
}

/** Why it is in the queue, and what was decided last. */
function Why({ item: { heldFor, reports, reasons, appeal, last } }: { item: ModerationCase }) {
  return (
    <ul className="mt-2 grid gap-1 text-sm text-gray-700">
      {heldFor && <li>Held: {heldNames[heldFor].toLowerCase()}</li>}
      {reports > 0 && (
        <li>
          {plural(reports, 'report')}:{' '}
          {reasons.map(({ reason, count }) => `${reportName(reason).toLowerCase()} (${count})`).join(', ')}
        </li>
      )}
      {appeal && !appeal.outcome && (
        <li>
          Appeal: <q dir="auto">{appeal.text}</q>
        </li>
      )}
      {last && (
        <li className="text-gray-600">
          Last decision: {actions[last.action].done.toLowerCase()}
          {last.undoneAt && ', undone'}
          {last.reason && ` (${reasonNames[last.reason].toLowerCase()})`}
          {last.by && (
            <>
              {' by '}
              <bdi>{last.by.name}</bdi>
            </>
          )}
          , <Time at={last.at} />
        </li>
      )}
    </ul>
  )
}

const inRow: ReadonlySet<ModerationAction> = new Set(['approve', 'hide', 'delete'])

type ActionProps = { item: ModerationCase; decisions: Decisions; name: string; children: ReactNode }

function CaseActions({ item: { id, can, kind, state }, decisions, name, children }: ActionProps) {
  const more = can.filter((action) => !inRow.has(action))
  const label = (action: ModerationAction) =>
    action === 'approve' && (kind === 'person' || state === 'shown' || state === 'published')
      ? 'Dismiss reports'
      : actions[action].name + (askingActions.has(action) ? '…' : '')
  const act = (action: ModerationAction) => decisions.act({ action, targets: [id] })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {can
        .filter((action) => inRow.has(action))
        .map((action) => (
          <Button
            key={action}
            tone="quiet"
            size="sm"
            busy={decisions.busy}
            className="noscript:hidden"
            aria-label={`${label(action)} – ${name}`}
            onClick={() => act(action)}
          >
            <Icon name={actions[action].icon} size={16} />
            {label(action)}
          </Button>
        ))}
      {more.length > 0 && (
        <span className="noscript:hidden">
          <Menu
            trigger={
              <IconButton label={`More actions for the ${name}`} className="pointer-fine:size-9">
                <Icon name="ellipsis" />
              </IconButton>
            }
          >
            {more.map((action) => (
              <MenuItem
                key={action}
                icon={actions[action].icon}
                {...(actions[action].danger && { tone: 'danger' as const })}
                onSelect={() => act(action)}
              >
                {label(action)}
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
      {children}
    </div>
  )
}
