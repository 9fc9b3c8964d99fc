import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { plainText } from '#site/articles/writing/conflict/conflict-view.tsx'
import { getTimeZoneName } from '#site/articles/writing/publish/schedule-time.ts'
import type { DiscardedText } from '#site/articles/writing/saving/local-store.ts'
import { closedMessage } from '#site/articles/writing/saving/save-failure.ts'
import { useWriting } from './writing-context.ts'

type Props = {
  recovered: boolean
  discarded: DiscardedText | null
  onRestoreDiscarded(): void
  onDeleteDiscarded(): void
  onFindBlock(block: number): void
  onUntrash(): void
  onUnschedule(): void
}

/** Banners above the text. */
export function Notices(props: Props) {
  const { state, articleId } = useWriting()
  const path = state.version === null ? '/articles/new' : `/articles/edit?id=${articleId}`
  return (
    <div className="mx-auto grid w-full max-w-paper grid-cols-1 gap-3 px-5 empty:hidden [&:not(:empty)]:pt-4">
      <StateNotice {...props} />
      <SavingNotices onFindBlock={props.onFindBlock} noun="story" path={path} />
      <DiscardedNotice {...props} />
      <ReviewNotice />
    </div>
  )
}

function StateNotice({ onUntrash, onUnschedule }: Pick<Props, 'onUntrash' | 'onUnschedule'>) {
  const { viewer } = useShell()
  const { article } = useWriting()
  if (!article) return null
  const { state, can, author, may, lastNote } = article
  if (state === 'trashed')
    return (
      <Notice
        tone="warning"
        title="In trash"
        action={can.includes('untrash') && <Small onClick={onUntrash}>Restore from trash</Small>}
      >
        It will be permanently deleted 30 days after it was moved to trash. Restore it to keep writing.
      </Notice>
    )
  if (state === 'removed')
    return (
      <Notice tone="danger" title="Removed from the site">
        Readers can no longer see it.{lastNote?.move === 'remove' && lastNote.text && ` “${lastNote.text}”`}
      </Notice>
    )
  if (state === 'scheduled') return <ScheduledNotice article={article} onUnschedule={onUnschedule} />
  if (!may.edit) return <Notice>You can view this story but not edit it.</Notice>
  if (author.id !== viewer?.id && !article.coAuthors.some(({ id }) => id === viewer?.id))
    return (
      <Notice>
        You’re editing a story by <bdi>{author.name}</bdi>.
      </Notice>
    )
  return null
}

/** When the story goes out, in the viewer's time zone, and why it can or cannot be changed until then. */
function ScheduledNotice({ article, onUnschedule }: { article: Article; onUnschedule(): void }) {
  const { scheduledFor, may, can } = article
  const mayUnschedule = can.includes('unschedule')
  return (
    <Notice
      title={
        <>
          Scheduled for {scheduledFor ? <AbsoluteTime at={scheduledFor} /> : 'later'}
          <LocalZone />
        </>
      }
      action={mayUnschedule && <Small onClick={onUnschedule}>Unschedule</Small>}
    >
      {may.edit
        ? 'Changes you save before then are published with it.'
        : `An editor approved this version, so you can’t edit it before it’s published.${mayUnschedule ? ' To edit it, unschedule it. It will then need another review.' : ''}`}
    </Notice>
  )
}

/** Only in the browser: the server does not know the viewer's time zone. */
function LocalZone() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(getTimeZoneName()), [])
  return zone && ` (${zone})`
}

type SavingProps = Pick<Props, 'onFindBlock'> & {
  /** What is edited. */
  noun: 'story' | 'page'
  /** Where to continue after signing in. */
  path: string
}

/** What keeps the text from being saved, and other tabs. */
export function SavingNotices({ onFindBlock, noun, path }: SavingProps) {
  const { state, fields } = useWriting()
  const others = state.fieldErrors.filter(({ field }) => field === 'body' || field === null)
  const notices: ReactNode[] = [
    state.localCopy === 'failed' && state.phase !== 'saved' && (
      <Notice key="storage" tone="warning" title="This browser isn’t storing your changes">
        Unsaved changes exist only in this tab. Keep it open until the status is “Saved”.
      </Notice>
    ),
    state.phase === 'signed-out' && (
      <Notice
        key="signed-out"
        tone="warning"
        title="You’ve been signed out"
        action={
          <ButtonLink size="sm" to={withNext('/auth/newauth', path)}>
            Sign in
          </ButtonLink>
        }
      >
        Your changes are stored in this browser and will be saved when you sign in again.
      </Notice>
    ),
    state.phase === 'closed' && (
      <Notice
        key="closed"
        tone="danger"
        title={`Can’t save this ${noun}`}
        action={<CopyButton text={plainText(fields)} label="Copy my text" />}
      >
        {state.closed && closedMessage(state.closed, noun)} Your text is stored in this browser.
      </Notice>
    ),
    ...others.map(({ field, block, message }) => (
      <Notice
        key={`${field} ${block} ${message}`}
        tone="danger"
        title={block === null ? 'The text couldn’t be saved' : `Block ${block + 1} couldn’t be saved`}
        action={block !== null && <Small onClick={() => onFindBlock(block)}>Show block</Small>}
      >
        {message} Your text is still here. Edit it to save it.
      </Notice>
    )),
    state.tabs > 0 && state.conflict === null && (
      <Notice key="tabs">This {noun} is also open in another tab. Changes you save here appear there.</Notice>
    ),
  ]
  return notices.filter(Boolean)
}

type DiscardedProps = Pick<Props, 'recovered' | 'discarded' | 'onRestoreDiscarded' | 'onDeleteDiscarded'>

export function DiscardedNotice({ recovered, discarded, onRestoreDiscarded, onDeleteDiscarded }: DiscardedProps) {
  if (discarded)
    return (
      <Notice
        action={
          <>
            <Small onClick={onRestoreDiscarded}>Restore it</Small>
            <Small onClick={onDeleteDiscarded}>Discard</Small>
          </>
        }
      >
        The version you discarded on <AbsoluteTime at={new Date(discarded.at).toISOString()} /> is still stored in this
        browser.
      </Notice>
    )
  return recovered ? <p className="text-sm text-gray-600">Your unsaved changes were restored.</p> : null
}

/** The reviewer's message, until the story is submitted again. */
function ReviewNotice() {
  const { article } = useWriting()
  const note = article?.lastNote
  if (!note?.text || (note.move !== 'request-changes' && note.move !== 'decline-update')) return null
  return (
    <div className="border-s-4 border-warning-200 ps-4 text-sm">
      <p className="font-medium text-gray-800">
        <bdi>{note.by?.name ?? 'An editor'}</bdi>{' '}
        {note.move === 'request-changes' ? 'requested changes' : 'declined the changes'}
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line text-gray-700" dir="auto">
        {note.text}
      </p>
    </div>
  )
}

function Small({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Button tone="quiet" size="sm" onClick={onClick}>
      {children}
    </Button>
  )
}

/** A banner with its buttons below the text: on a phone there is no room beside it. */
function Notice({ children, action, ...rest }: ComponentProps<typeof Banner>) {
  return (
    <Banner {...rest}>
      {children}
      {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
    </Banner>
  )
}
