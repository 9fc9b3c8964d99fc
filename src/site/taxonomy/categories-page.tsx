import { useState } from 'react'
import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { useReorder } from '#site/bookmarks/use-reorder.ts'
import { usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { categoriesData } from './categories-data.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryMergeDialog } from './category-merge-dialog.tsx'
import { CategoryRow } from './category-row.tsx'
import { useCategories } from './use-categories.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

type Open = { dialog: 'edit' | 'merge'; category: AdminCategory } | { dialog: 'new' } | null

export default function CategoriesPage() {
  const desk = useCategories(usePageData<typeof categoriesData>().categories)
  const { categories } = desk
  const [open, setOpen] = useState<Open>(null)
  const order = useReorder({
    ids: categories.map(({ id }) => id),
    nameOf: (id) => categories.find((one) => one.id === id)?.name ?? '',
    onShow: desk.show,
    onCommit: (id) => void desk.commitMove(id),
  })
  const close = () => setOpen(null)
  const create = (
    <Button onClick={() => setOpen({ dialog: 'new' })}>
      <Icon name="plus" size={18} />
      New category
    </Button>
  )
  return (
    <div className="max-w-5xl py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Categories</h1>
        {categories.length > 0 && create}
      </div>
      <p className="mt-3 max-w-reading text-gray-600">
        Menus and lists show them in this order. When you rename or merge a category, its old address redirects.
      </p>
      {categories.length === 0 ? (
        <EmptyState icon="library" title="No categories yet" action={create}>
          Categories are the sections of your site. A story is in one of them.
        </EmptyState>
      ) : (
        <ol aria-label="Categories" className="mt-6 border-t border-gray-200">
          {categories.map((category, index) => (
            <CategoryRow
              key={category.id}
              category={category}
              index={index}
              of={categories.length}
              order={order}
              onEdit={() => setOpen({ dialog: 'edit', category })}
              onMerge={() => setOpen({ dialog: 'merge', category })}
              onDelete={() => void desk.remove(category)}
            />
          ))}
        </ol>
      )}
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
      {(open?.dialog === 'new' || open?.dialog === 'edit') && (
        <CategoryDialog category={open.dialog === 'edit' ? open.category : null} onSaved={desk.put} onClose={close} />
      )}
      {open?.dialog === 'merge' && (
        <CategoryMergeDialog
          category={open.category}
          others={categories.filter(({ id, progress }) => id !== open.category.id && progress?.action !== 'merge')}
          onMerged={() => void desk.reload().catch(() => undefined)}
          onClose={close}
        />
      )}
    </div>
  )
}
