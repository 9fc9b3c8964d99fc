import { useState } from 'react'
import type { DeskItem } from '#contract/articles/desk.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { AppealDialog } from '#site/conversation/appeal-dialog.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { DeskAction } from './desk-actions.ts'
import { DeskRowSummary } from './desk-row-summary.tsx'
import { RowActions } from './row-actions.tsx'
import { noteLabelOf, titleOf } from '#site/stories/article-labels.ts'
import { Link } from '#site/ui/link.tsx'

type Props = {
  item: DeskItem
  chosen: boolean
  onChoose(through: boolean): void
  onAct(action: DeskAction): void
}

export function DeskRow({ item, chosen, onChoose, onAct }: Props) {
  const title = titleOf(item)
  return (
    <li
      data-chosen={chosen || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-1 border-gray-200 py-4 data-chosen:bg-primary-50 max-sm:mt-3 max-sm:rounded-md max-sm:border max-sm:px-1 sm:gap-x-3 sm:border-b sm:px-2"
    >
      <label className="-mt-2 grid size-11 place-items-center">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={`Select ${title}`}
          // Only the click event knows whether Shift is held.
          onClick={(event) => onChoose(event.shiftKey)}
          onChange={() => {}}
          className="size-5 accent-primary-700"
        />
      </label>
      <div className="flex min-w-0 gap-4">
        <Thumbnail item={item} />
        <div className="min-w-0 flex-1">
          <div {...inLanguage(item.language)}>
            <h2 dir="auto" className="line-clamp-2 font-serif text-md leading-snug font-semibold wrap-anywhere">
              <Link
                to={linkOf(item)}
                viewTransition
                className={`underline-offset-4 hover:underline ${item.title.trim() ? '' : 'text-gray-600 italic'}`}
              >
                {title}
              </Link>
            </h2>
            {item.subtitle && (
              <p dir="auto" className="mt-0.5 line-clamp-1 text-sm text-gray-600">
                {item.subtitle}
              </p>
            )}
          </div>
          <DeskRowSummary item={item} />
          <ReviewerNote item={item} />
          {item.state === 'removed' && <AppealButton id={item.id} title={title} />}
        </div>
      </div>
      <RowActions item={item} onAct={onAct} />
    </li>
  )
}

function AppealButton({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        size="sm"
        className="mt-1 noscript:hidden"
        aria-label={`Appeal the removal of ${title}`}
        onClick={() => setOpen(true)}
      >
        Appeal…
      </Button>
      {open && <AppealDialog target={`story:${id}`} what="story" onClose={() => setOpen(false)} />}
    </>
  )
}

function ReviewerNote({ item }: { item: DeskItem }) {
  const { lastNote, state } = item
  if (!lastNote || (!noteLabelOf(item) && !(state === 'removed' && lastNote.move === 'remove'))) return null
  return (
    <details className="group mt-1 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 font-medium text-gray-800 hover:underline pointer-fine:min-h-8">
        Read the note
        <span className="sr-only"> on {titleOf(item)}</span>
        <Icon name="chevron-down" size={16} className="group-open:rotate-180" />
      </summary>
      <div className="border-s-2 border-warning-200 ps-3">
        {lastNote.by && <bdi className="font-medium text-gray-800">{lastNote.by.name}</bdi>}
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-gray-700">
          {lastNote.text}
        </p>
      </div>
    </details>
  )
}

function linkOf({ id, state }: DeskItem) {
  // Trashed articles are read-only.
  return state === 'trashed' ? `/preview/${id}` : `/articles/edit?id=${id}`
}

function Thumbnail({ item: { coverPicture } }: { item: DeskItem }) {
  if (coverPicture)
    return (
      <Photo
        picture={{ ...coverPicture, alt: '' }}
        sizes="auto, 7rem"
        className="aspect-3/2 w-28 self-start max-sm:hidden"
      />
    )
  return (
    <span className="grid aspect-3/2 w-28 shrink-0 place-items-center self-start rounded-md bg-gray-100 max-sm:hidden">
      <Icon name="file-text" className="text-gray-400" />
    </span>
  )
}
