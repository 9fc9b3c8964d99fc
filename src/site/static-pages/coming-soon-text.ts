/** What each page will do whose feature is not built yet. Not in routes.ts, which every visitor loads. */
export const comingSoonText: Record<string, string> = {
  '/migrate': 'Import your writing from Medium, Substack, Ghost, WordPress or Markdown, with a preview and an undo.',
  '/analyticspagesview':
    'Page views by path and period: top pages for everyone, your own for authors, all of them for admins.',
  '/admin/analytics/:id': 'One story: views, reads, how far readers got, and where they came from.',
}
