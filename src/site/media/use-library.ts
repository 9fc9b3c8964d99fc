import { useState } from 'react'
import type { Media } from '#contract/media.ts'

/** A page of the library with the changes made since it was loaded. */
export function useLibrary(items: readonly Media[]) {
  const [added, setAdded] = useState<readonly Media[]>([])
  const [changed, setChanged] = useState<ReadonlyMap<string, Media>>(new Map())
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

  const fresh = added.filter(({ id }) => !items.some((item) => item.id === id))
  return {
    items: [...fresh, ...items].filter(({ id }) => !gone.has(id)).map((item) => changed.get(item.id) ?? item),
    add: (media: Media) => setAdded((before) => [media, ...before]),
    change: (media: Media) => setChanged((before) => new Map(before).set(media.id, media)),
    remove: (id: string) => setGone((before) => new Set(before).add(id)),
  }
}
