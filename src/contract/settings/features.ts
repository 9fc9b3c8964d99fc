/** The parts of the site that an admin can switch off. */
export const features = ['responses', 'feeds', 'embeds', 'indexing', 'membership', 'berries'] as const
export type Feature = (typeof features)[number]

export const signUpModes = ['open', 'invitation', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]
