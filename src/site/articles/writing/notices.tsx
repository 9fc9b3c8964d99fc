import type { ComponentProps, ReactNode } from 'react'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { When } from '#site/articles/desk/when.tsx'
import { withNext } from '#site/identity/sign-in/next.ts'
import { useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { plainText } from '#site/articles/writing/conflict/conflict-view.tsx'
import type { Aside } from '#site/articles/writing/saving/kept.ts'
import { useWriting } from './writing-context.ts'

type Props = {
  broughtBack: boolean
  aside: Aside | null
  onPutBack(): void
  onDropAside(): void
  onFindBlock(block: number): void
  onUntrash(): void
}

/** What the writer should know before they go on. Nothing of it covers the text. */
export function Notices(props: Props) {
  return (
    <div className="mx-auto grid w-full max-w-paper grid-cols-1 gap-3 px-5 empty:hidden [&:not(:empty)]:pt-4">
      <StateNotice onUntrash={props.onUntrash} />
      <SavingNotices onFindBlock={props.onFindBlock} />
      <AsideNotice {...props} />
      <ReviewNotice />
    </div>
  )
}

function StateNotice({ onUntrash }: Pick<Props, 'onUntrash'>) {
  const { viewer } = useShell()
  const { article } = useWriting()
  if (!article) return null
  const { state, can, author, may, lastNote } = article
  if (state === 'trashed')
    return (
      <Notice
        tone="warning"
        title="In the trash"
        action={can.includes('untrash') && <Small onClick={onUntrash}>Put back</Small>}
      >
        It is deleted for good 30 days after it was moved here. Put it back to go on writing.
      </Notice>
    )
  if (state === 'removed')
    return (
      <Notice tone="danger" title="Removed from the site">
        Readers do not find it any more.{lastNote?.move === 'remove' && lastNote.text && ` “${lastNote.text}”`}
      </Notice>
    )
  if (!may.edit) return <Notice>You can read this story here, but not change it.</Notice>
  if (author.id !== viewer?.id && !article.coAuthors.some(({ id }) => id === viewer?.id))
    return (
      <Notice>
        You are changing a story by <bdi>{author.name}</bdi>.
      </Notice>
    )
  return null
}

function SavingNotices({ onFindBlock }: Pick<Props, 'onFindBlock'>) {
  const { state, articleId, fields } = useWriting()
  const path = state.version === null ? '/articles/new' : `/articles/edit?id=${articleId}`
  const others = state.problems.filter(({ field }) => field === 'body' || field === null)
  const notices: ReactNode[] = [
    state.keeping === 'no' && state.phase !== 'saved' && (
      <Notice key="storage" tone="warning" title="This browser keeps nothing for this site">
        What is not saved yet is only in this tab. Leave it open until it says “Saved”.
      </Notice>
    ),
    state.phase === 'signed-out' && (
      <Notice
        key="signed-out"
        tone="warning"
        title="You have been signed out"
        action={
          <ButtonLink size="sm" to={withNext('/auth/newauth', path)}>
            Sign in
          </ButtonLink>
        }
      >
        What you wrote is kept in this browser and saved when you come back.
      </Notice>
    ),
    state.phase === 'closed' && (
      <Notice
        key="closed"
        tone="danger"
        title="It cannot be saved"
        action={<CopyButton text={plainText(fields)} label="Copy my text" />}
      >
        {state.closed} What you wrote is kept in this browser.
      </Notice>
    ),
    ...others.map(({ field, block, message }) => (
      <Notice
        key={`${field} ${block} ${message}`}
        tone="danger"
        title={block === null ? 'The text was not taken' : `Block ${block + 1} of the text was not taken`}
        action={block !== null && <Small onClick={() => onFindBlock(block)}>Show it</Small>}
      >
        {message} Nothing is lost: change it, and it is saved.
      </Notice>
    )),
    state.tabs > 0 && state.conflict === null && (
      <Notice key="tabs">
        This story is also open in another tab of this browser. What you save here appears there.
      </Notice>
    ),
  ]
  return notices.filter(Boolean)
}

function AsideNotice({ broughtBack, aside, onPutBack, onDropAside }: Props) {
  if (aside)
    return (
      <Notice
        action={
          <>
            <Small onClick={onPutBack}>Put it in</Small>
            <Small onClick={onDropAside}>Throw away</Small>
          </>
        }
      >
        The text you gave up on <When at={new Date(aside.at).toISOString()} /> is still in this browser.
      </Notice>
    )
  return broughtBack ? <p className="text-sm text-gray-600">Brought back what you had typed here.</p> : null
}

/** Why it came back, quietly at the top until it is sent again. */
function ReviewNotice() {
  const { article } = useWriting()
  const note = article?.lastNote
  if (!note?.text || (note.move !== 'request-changes' && note.move !== 'decline-update')) return null
  return (
    <div className="border-s-4 border-warning-200 ps-4 text-sm">
      <p className="font-medium text-gray-800">
        <bdi>{note.by?.name ?? 'An editor'}</bdi>{' '}
        {note.move === 'request-changes' ? 'asked for changes' : 'declined the changes'}
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

/** A banner whose buttons stand below its words: on a phone there is no room beside them. */
function Notice({ children, action, ...rest }: ComponentProps<typeof Banner>) {
  return (
    <Banner {...rest}>
      {children}
      {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
    </Banner>
  )
}
