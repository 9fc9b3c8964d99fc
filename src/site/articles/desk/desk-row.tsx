import { Link } from 'react-router'
import type { DeskItem } from '#contract/articles.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { DeskAction } from './actions.ts'
import { DeskFacts } from './desk-facts.tsx'
import { RowActions } from './row-actions.tsx'
import { titleOf } from './words.ts'

type Props = {
  item: DeskItem
  /** An editor looks at everybody's: who wrote it is said, and its title leads to the review. */
  everybody: boolean
  chosen: boolean
  onChoose(through: boolean): void
  onAct(action: DeskAction): void
}

/** An article of the list: on a phone a card, on a wide screen a row. */
export function DeskRow({ item, everybody, chosen, onChoose, onAct }: Props) {
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
          aria-label={`Choose ${title}`}
          // The click knows whether Shift is held; the change that follows it does not.
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
                to={leadsTo(item, everybody)}
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
          <DeskFacts item={item} everybody={everybody} />
        </div>
      </div>
      <RowActions item={item} everybody={everybody} onAct={onAct} />
    </li>
  )
}

function leadsTo({ id, state }: DeskItem, everybody: boolean) {
  if (everybody) return `/admin/articles/preview/${id}`
  // What is in the trash can be looked at, not written on.
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
