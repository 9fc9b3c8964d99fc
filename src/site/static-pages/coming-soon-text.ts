/** What each page will do whose feature is not built yet. Not in routes.ts, which every visitor loads. */
export const comingSoonText: Record<string, string> = {
  '/migrate': 'Import your writing from Medium, Substack, Ghost, WordPress or Markdown, with a preview and an undo.',
}
