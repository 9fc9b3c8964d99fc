/** The guards a page may name. Each is a file of this folder, loaded when a page that names it is visited. */
export const guardNames = ['signed-in', 'previewer', 'admin-sign-in', 'admin-auth', 'admin-only'] as const
export type GuardName = (typeof guardNames)[number]
