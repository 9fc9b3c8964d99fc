import type { Feature, SignUpMode } from '#contract/settings/features.ts'

export const featureNames: Record<Feature, string> = {
  responses: 'Responses',
  feeds: 'Feeds',
  embeds: 'Embeds on other sites',
  indexing: 'Search engines',
  membership: 'Membership',
  berries: 'Berries',
}

export const signUpNames: Record<SignUpMode, string> = {
  open: 'Everyone',
  invitation: 'People with an invitation',
  closed: 'No one',
}
