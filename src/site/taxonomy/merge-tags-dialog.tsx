import { type ComponentProps, useEffect, useId, useState } from 'react'
import type { AdminTag, MergePreview } from '#contract/taxonomy/taxonomy.ts'
import { MAX_BULK_TAGS } from '#contract/taxonomy/topic-rules.ts'
import type { BulkAction } from '#site/admin/list/list-types.ts'
import { type Api, useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { MergeSummary, useMergePreview } from './merge-summary.tsx'
import { formatCounts, formatNumber } from './topic-progress.tsx'

type Props = ComponentProps<NonNullable<BulkAction<AdminTag>['Dialog']>>

const DEBOUNCE_MS = 250
const MAX_FOUND = 8

/** Asks which tag is kept: one of the selected ones, or another one. */
export function MergeTagsDialog({ rows, onRun, onClose }: Props) {
  const api = useApi()
  const name = useId()
  const [q, setQ] = useState('')
  const [into, setInto] = useState<AdminTag | null>(null)
  const found = useFoundTags(api, q, rows)
  const others = rows.filter(({ id }) => id !== into?.id).map(({ id }) => id)
  const key = into && others.length > 0 ? `${into.id} ${others.join()}` : null
  const result = useMergePreview(key, () => previewAll(api, others, into?.id ?? ''))

  function merge() {
    if (!into) return
    onRun(async (chunk) => {
      const ids = chunk.map(({ id }) => id).filter((id) => id !== into.id)
      if (ids.length === 0) return []
      const { results } = await api('POST /api/admin/tags/merge', { body: { ids, into: into.id } })
      return results.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : []))
    })
  }

  const option = (tag: AdminTag) => (
    <label key={tag.id} className="flex min-h-11 items-center gap-3 pointer-fine:min-h-9">
      <input type="radio" name={name} checked={into?.id === tag.id} onChange={() => setInto(tag)} />
      <bdi className="min-w-0 wrap-anywhere">{tag.name}</bdi>
      <span className="ms-auto text-sm whitespace-nowrap text-gray-600">{formatCounts(tag)}</span>
    </label>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rows.length === 1 ? `Merge “${rows[0]?.name}”` : `Merge ${formatNumber(rows.length, 'tag', 'tags')}`}
      description="Choose the tag to keep. Stories, drafts and followers of the others move to it."
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button tone="danger" disabled={!into || !result || 'problem' in result} onClick={merge}>
            Merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <fieldset>
          <legend className="text-sm font-medium text-gray-800">Keep</legend>
          {rows.length > 1 && <div className="max-h-48 overflow-y-auto">{rows.map(option)}</div>}
          <input
            type="search"
            aria-label="Search for another tag"
            placeholder="Search for another tag"
            value={q}
            maxLength={60}
            autoComplete="off"
            dir="auto"
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
            className={`my-2 min-h-11 ${controlLook}`}
          />
          {found.map(option)}
          {into && !rows.includes(into) && found.every(({ id }) => id !== into.id) && option(into)}
        </fieldset>
        {into && key && <MergeSummary into={into.name} result={result} />}
      </div>
    </Dialog>
  )
}

/** Tags with these words, without the selected ones. */
function useFoundTags(api: Api, q: string, without: readonly AdminTag[]) {
  const [found, setFound] = useState<readonly AdminTag[]>([])
  useEffect(() => {
    let current = true
    const search = () =>
      api('GET /api/admin/tags', { query: { q, sort: '-stories', limit: 20 } }).then(
        ({ items }) => current && setFound(items),
        () => current && setFound([]),
      )
    const timer = setTimeout(() => (q.trim() ? void search() : setFound([])), DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, q])
  return found
    .filter((tag) => tag.progress?.action !== 'merge' && without.every(({ id }) => id !== tag.id))
    .slice(0, MAX_FOUND)
}

/** In parts, when more tags are selected than one request takes. */
async function previewAll(api: Api, ids: string[], into: string): Promise<MergePreview> {
  const sum = { stories: 0, storiesInBoth: 0, followers: 0, followersOfBoth: 0, atOnce: true }
  for (let from = 0; from < ids.length; from += MAX_BULK_TAGS) {
    const body = { ids: ids.slice(from, from + MAX_BULK_TAGS), into }
    const part = await api('POST /api/admin/tags/merge/preview', { body })
    sum.stories += part.stories
    sum.storiesInBoth += part.storiesInBoth
    sum.followers += part.followers
    sum.followersOfBoth += part.followersOfBoth
    sum.atOnce &&= part.atOnce
  }
  return sum
}
