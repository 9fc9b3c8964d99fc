import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { GIFT_UNDO_SECONDS } from '#contract/rewards/kinds.ts'
import type { BerryGift } from '#contract/rewards/rewards.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { useApi } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import type { GiftView } from './berry-basket-data.ts'
import { BASKET, formatBerries, giftTexts } from './labels.ts'
import { ListSkeleton, NO_STORY, StoryTitle, withFresh } from './list-parts.tsx'
import { undoGift } from './undo-gift.ts'

const words = { one: 'gift', many: 'gifts', next: 'Older', first: 'Back to the latest' }
const titles = { given: 'Gifts given', received: 'Gifts received' }

export function GiftList({ kind, page, first }: GiftView) {
  const address = (before: string | null) => withQuery(BASKET, { show: kind, before })
  return (
    <section aria-labelledby="gifts" className="mx-auto mt-8 max-w-3xl">
      <h2 id="gifts" className="font-serif text-xl font-semibold">
        {titles[kind]}
      </h2>
      <InfiniteList
        page={page}
        first={first ? null : address(null)}
        pathOf={address}
        words={words}
        skeleton={<ListSkeleton />}
      >
        {(gifts) => <Gifts gifts={withFresh(gifts, page.items)} kind={kind} />}
      </InfiniteList>
    </section>
  )
}

type GiftsProps = Pick<GiftView, 'kind'> & { gifts: readonly BerryGift[] }

function Gifts({ gifts, kind }: GiftsProps) {
  if (gifts.length === 0) return <NoGifts kind={kind} />
  return (
    <ul className="mt-4 divide-y divide-gray-200 border-y border-gray-200">
      {gifts.map((gift) => (
        <Gift key={gift.id} gift={gift} kind={kind} />
      ))}
    </ul>
  )
}

function NoGifts({ kind }: Pick<GiftView, 'kind'>) {
  return kind === 'given' ? (
    <EmptyState icon="gift" title="No gifts yet" action={<ButtonLink to="/latest">Find a story</ButtonLink>}>
      Choose Give on a story you liked to send its author some of your berries.
    </EmptyState>
  ) : (
    <EmptyState icon="gift" title="No gifts yet" action={<ButtonLink to="/articles/new">Write a story</ButtonLink>}>
      When a reader gives you berries for a story, you see it here.
    </EmptyState>
  )
}

function Gift({ gift, kind }: { gift: BerryGift; kind: GiftView['kind'] }) {
  const { amount, state, at, story, person } = gift
  const name = person ? (
    <Link to={`/user/${person.handle}`} viewTransition className="font-medium underline-offset-4 hover:underline">
      <bdi>{person.name}</bdi>
    </Link>
  ) : (
    'a deleted or disabled account'
  )
  const isBack = state === 'undone' || state === 'returned'
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} tabIndex={-1} className="flex items-start gap-3 py-3.5">
      <Avatar name={person?.name ?? ''} src={person?.avatar?.src ?? null} size={40} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          {kind === 'given' ? 'To ' : 'From '}
          {name} for {story ? <StoryTitle story={story} /> : NO_STORY}
        </p>
        <p className="text-sm text-gray-600">
          <Time at={at} />
          {state !== 'given' && ` · ${giftTexts[state]}`}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <span className={`font-semibold whitespace-nowrap tabular-nums ${isBack ? 'text-gray-600 line-through' : ''}`}>
          {formatBerries(amount)}
        </span>
        {state === 'pending' && <UndoButton gift={gift} onDone={() => row.current?.focus()} />}
      </div>
    </li>
  )
}

/** Gone when the gift can no longer be undone, at the latest. */
function UndoButton({ gift: { id, amount }, onDone }: { gift: BerryGift; onDone(): void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), GIFT_UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  if (isOver && !busy) return null

  async function undo() {
    setBusy(true)
    await undoGift({ api, id, amount, revalidate })
    // The button is gone.
    onDone()
    setBusy(false)
  }

  return (
    <Button tone="quiet" size="sm" busy={busy} onClick={() => void undo()}>
      Undo
    </Button>
  )
}
