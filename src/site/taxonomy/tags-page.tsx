import { useEffect, useMemo } from 'react'
import { useRevalidator } from 'react-router'
import type { AdminTag } from '#contract/taxonomy/taxonomy.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { BulkAction, ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { type Api, useApi, usePageData } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Time } from '#site/ui/time.tsx'
import { MergeTagsDialog } from './merge-tags-dialog.tsx'
import { NewTag } from './new-tag.tsx'
import { RenameTag } from './rename-tag.tsx'
import type { tagsData } from './tags-data.ts'
import { TopicProgressBadge, formatNumber } from './topic-progress.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const POLL_MS = 3000

const columns: readonly ListColumn<AdminTag>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    primary: true,
    cell: ({ name, progress }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <bdi className="wrap-anywhere">{name}</bdi>
        {progress && <TopicProgressBadge progress={progress} />}
      </span>
    ),
  },
  {
    id: 'stories',
    header: 'Stories',
    sort: 'stories',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ stories }) => stories.toLocaleString('en'),
  },
  {
    id: 'followers',
    header: 'Followers',
    sort: 'followers',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ followers }) => followers.toLocaleString('en'),
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    firstOrder: 'descending',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { id: 'edit', header: 'Edit', cell: (tag) => <RenameTag tag={tag} /> },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'used',
    label: 'Use',
    options: [
      { value: 'yes', label: 'In use' },
      { value: 'no', label: 'Unused' },
    ],
  },
]

export default function TagsPage() {
  const api = useApi()
  const { items, next, query } = usePageData<typeof tagsData>()
  const { revalidate } = useRevalidator()
  const actions = useMemo(() => bulkActions(api), [api])
  const isCarrying = items.some(({ progress }) => progress !== null)
  useEffect(() => {
    if (!isCarrying) return undefined
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isCarrying, revalidate])
  return (
    <AdminList
      title="Tags"
      path="/admin/tags"
      noun={['tag', 'tags']}
      rows={items}
      next={next}
      query={query}
      usualSort="name"
      columns={columns}
      filters={filters}
      actions={actions}
      searchLabel="Search tags"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/tags.csv"
      aside={<NewTag />}
      empty={
        <EmptyState icon="tags" title="No tags yet">
          Authors add tags to their stories. They appear here.
        </EmptyState>
      }
    />
  )
}

const rowId = ({ id }: AdminTag) => id
const rowLabel = ({ name }: AdminTag) => name
const rowUrl = ({ slug }: AdminTag) => `/tag/${encodeURIComponent(slug)}`

function bulkActions(api: Api): BulkAction<AdminTag>[] {
  return [
    {
      id: 'merge',
      label: 'Merge',
      icon: 'merge',
      appliesTo: isAtRest,
      // The dialog says into which tag.
      run: async () => [],
      done: (count) => `${formatNumber(count, 'tag', 'tags')} merged`,
      Dialog: MergeTagsDialog,
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: 'trash-2',
      tone: 'danger',
      appliesTo: (tag) => tag.stories === 0 && isAtRest(tag),
      async run(rows) {
        const { results } = await api('POST /api/admin/tags/delete', { body: { ids: rows.map(rowId) } })
        return results.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : []))
      },
      done: (count) => `${formatNumber(count, 'tag', 'tags')} deleted`,
      confirm: {
        title: (count) => `Delete ${formatNumber(count, 'unused tag', 'unused tags')}?`,
        text: 'Their pages are removed, and people who follow them stop following them. This can’t be undone.',
        button: 'Delete',
      },
    },
  ]
}

function isAtRest({ progress }: AdminTag) {
  return progress?.action !== 'merge'
}
