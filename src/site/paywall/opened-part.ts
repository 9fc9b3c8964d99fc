import type { ContentsItem } from '#contract/articles/articles.ts'
import type { Story } from '#contract/reading.ts'
import { createStore, useStore } from '#site/ui/store.ts'

/** The story whose members-only part is on the page. */
export const openedPart = createStore<{ storyId: string; contents: ContentsItem[] } | null>(null)

/** The story with the contents of its members-only part, once that is on the page. */
export function useWholeStory<Shown extends Pick<Story, 'id' | 'walled' | 'contents'>>(story: Shown): Shown {
  const opened = useStore(
    openedPart,
    (part) => part,
    () => null,
  )
  return opened?.storyId === story.id ? { ...story, walled: false, contents: opened.contents } : story
}

/** The contents of the story on the page. */
export function useContents(items: readonly ContentsItem[]): readonly ContentsItem[] {
  return useStore(
    openedPart,
    (part) => part?.contents ?? items,
    () => items,
  )
}
