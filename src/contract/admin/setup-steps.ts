/** The steps of setting up a site, in order. */
export const setupSteps = ['name', 'logo', 'category', 'mail', 'backup', 'editor'] as const
export type SetupStep = (typeof setupSteps)[number]
