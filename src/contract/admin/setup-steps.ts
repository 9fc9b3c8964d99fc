/** The steps of setting up a site, in order. */
export const setupSteps = ['name', 'category', 'mail', 'backup', 'editor'] as const
export type SetupStep = (typeof setupSteps)[number]
