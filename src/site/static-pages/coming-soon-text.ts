/** What one will do on the pages whose feature is not built yet. Apart from the routes, which every visitor carries. */
export const soonWords: Record<string, string> = {
  '/berrybasket':
    'Berries are earned by reading to the end and by writing; here you will see yours and what they can become.',
  '/membership': 'Plans, what membership opens, and how to join or leave.',
  '/migrate':
    'Bring your writing from Medium, Substack, Ghost, WordPress or Markdown, with a trial run first and a way back.',
  '/analyticspagesview':
    'Page views by path and period: the public top pages for everybody, an author’s own, and all of them for admins.',
  '/debug-analytics': 'What this browser sends about your reading, and whether it sends anything at all.',
  '/billing/success': 'A payment is confirmed here once the provider has confirmed it to us.',
  '/admin': 'What needs attention: reviews, reports and failed jobs, with the figures at a glance.',
  '/admin/analytics': 'An overview of what is read, by whom it was written and where readers came from.',
  '/admin/analytics/:id': 'One story: views, reads, how far readers got, and what brought them.',
  '/admin/analytics/site': 'The whole site: traffic, search terms and the way to membership.',
  '/admin/auth-banners': 'The pictures and quotes that stand beside the sign-in forms.',
  '/admin/banner': 'Announcements with an audience, a schedule and a preview.',
  '/admin/category': 'Make, rename, merge, order and describe the shelves; old addresses keep working.',
  '/admin/responses': 'Held and reported responses, to approve, hide or delete.',
  '/admin/rewards': 'How berries are earned, what they buy, what waits to be sent, and the whole ledger.',
  '/admin/tags': 'Rename, merge and describe the words that authors put on stories.',
  '/admin/topics': 'The topics people are offered to follow when they arrive.',
  '/admin/users': 'Search people, change roles, disable, sign out everywhere, export or erase a person’s data.',
}
