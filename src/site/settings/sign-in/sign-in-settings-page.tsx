import { Section } from '#site/identity/account/section.tsx'
import { usePageData } from '#site/page.ts'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderList } from './provider-list.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { signInSettingsData } from './sign-in-settings-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function SignInSettingsPage() {
  const { settings, form } = usePageData<typeof signInSettingsData>()
  if (form) {
    const title = form.provider ? form.provider.name : 'Add a provider'
    return (
      <SettingsFrame title={title}>
        <ProviderForm key={form.provider?.id ?? ''} settings={settings} provider={form.provider} />
      </SettingsFrame>
    )
  }
  if (settings.service) {
    return (
      <SettingsFrame title="Sign-in">
        <Banner>
          Another site manages the accounts: <bdi>{settings.service}</bdi>. Change sign-in there.
        </Banner>
      </SettingsFrame>
    )
  }
  return (
    <SettingsFrame title="Sign-in" lead="How people sign in. Changes apply at once.">
      <Section
        id="providers"
        title="Single sign-on"
        about="People can sign in with accounts of other services that speak OpenID Connect."
      >
        <ProviderList settings={settings} />
      </Section>
      <Section id="methods" title="Methods and domains">
        <SignInForm settings={settings} />
      </Section>
    </SettingsFrame>
  )
}
