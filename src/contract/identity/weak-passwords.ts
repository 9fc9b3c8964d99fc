export type Weakness = 'common' | 'personal'

/** The Firebase-compatible API sends only this text, and a site that uses it finds the weakness by it. */
export const weaknessMessages: Record<Weakness, string> = {
  common: 'Password must not be one of the most common passwords',
  personal: 'Password must not contain your email address, your handle or the name of the site',
}
