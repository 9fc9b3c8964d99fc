/** Words that stand where a handle would in an address: `/user/bookmarks` must never be a person. */
const reserved = new Set([
  'about',
  'account',
  'admin',
  'api',
  'auth',
  'billing',
  'bookmarks',
  'followers',
  'following',
  'help',
  'latest',
  'me',
  'membership',
  'new',
  'notifications',
  'search',
  'settings',
  'support',
  'user',
])

export function isReservedHandle(handle: string) {
  return reserved.has(handle)
}
