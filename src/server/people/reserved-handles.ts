/** Path segments used in place of a handle by pages or the API: `/user/bookmarks` must never be a person. */
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
  'profile',
  'search',
  'settings',
  'suggested',
  'support',
  'unwanted',
  'user',
])

export function isReservedHandle(handle: string) {
  return reserved.has(handle)
}
