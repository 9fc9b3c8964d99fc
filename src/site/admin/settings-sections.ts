import { builtLinks } from '#site/chrome/nav-links.ts'

/** The settings screens, in order. `words` are found by the command palette too. */
export const settingsSections = builtLinks([
  { to: '/admin/settings', name: 'General', words: 'name tagline title' },
  { to: '/admin/settings/appearance', name: 'Appearance', words: 'logo icon favicon accent colour theme' },
  { to: '/admin/settings/navigation', name: 'Navigation and footer', words: 'menu header links' },
  { to: '/admin/settings/pages', name: 'Pages', words: 'about privacy policy terms conditions legal' },
  { to: '/admin/settings/sign-up', name: 'Sign-up', words: 'register registration invitation domains closed' },
  { to: '/admin/settings/sign-in', name: 'Sign-in', words: 'single sign-on sso oidc google provider passkey' },
  { to: '/admin/settings/publishing', name: 'Review and responses', words: 'author approve comments rules checklist' },
  {
    to: '/admin/settings/membership',
    name: 'Membership',
    words: 'paywall free stories grace seller receipts tax vat creators share',
  },
  { to: '/admin/settings/social-cards', name: 'Social cards', words: 'preview image share twitter open graph' },
  {
    to: '/admin/settings/features',
    name: 'Features',
    words: 'switch off disable feeds rss embeds search engines robots noindex',
  },
  { to: '/admin/settings/mail', name: 'Mail server', words: 'smtp email test' },
  { to: '/admin/settings/storage', name: 'Storage', words: 's3 bucket quota upload' },
  { to: '/admin/settings/api-keys', name: 'API keys', words: 'token scopes integration' },
])
