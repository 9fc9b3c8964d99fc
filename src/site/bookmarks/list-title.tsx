import type { ReadingList } from '#contract/bookmarks.ts'

export function ListTitle({ list: { name, description } }: { list: Pick<ReadingList, 'name' | 'description'> }) {
  return (
    <>
      <h2 className="font-serif text-xl font-semibold wrap-anywhere" dir="auto">
        {name}
      </h2>
      {description && (
        <p className="mt-1 whitespace-pre-line wrap-anywhere text-gray-600" dir="auto">
          {description}
        </p>
      )}
    </>
  )
}
