import type { Feature, SignUpMode } from '#contract/settings/features.ts'

export const featureNames: Record<Feature, string> = {
  responses: 'Responses',
  creators: 'Creators page',
  feeds: 'Feeds',
  embeds: 'Embeds on other sites',
}

export const signUpNames: Record<SignUpMode, string> = {
  open: 'Everyone',
  invitation: 'People with an invitation',
  closed: 'No one',
}
