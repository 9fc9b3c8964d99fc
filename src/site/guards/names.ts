/** Guards that a route can use. Each is a file in this folder, loaded on demand. */
export const guardNames = ['signed-in', 'previewer', 'admin-sign-in', 'admin-auth', 'admin-only'] as const
export type GuardName = (typeof guardNames)[number]
